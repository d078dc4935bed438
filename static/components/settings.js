// <ec-settings>: a button for the reader's settings and their kept work; the dialog is loaded when it is first asked for.
class Settings extends HTMLElement {
  connectedCallback() {
    const button = /** @type {HTMLButtonElement} */ (this.querySelector("button"));
    button.hidden = false;
    button.addEventListener("click", async () => {
      const dialog = await import("../settings/dialog.js").catch(() => {});
      this.querySelector("[role=alert]")?.toggleAttribute("hidden", !!dialog);
      dialog?.open(this, button);
    });
  }
}

customElements.define("ec-settings", Settings);

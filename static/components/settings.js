// <ec-settings>: a button for the reader's settings and their kept work; the dialog is loaded when it is first asked for.
class Settings extends HTMLElement {
  connectedCallback() {
    const button = /** @type {HTMLButtonElement} */ (this.querySelector("button"));
    button.hidden = false;
    button.setAttribute("aria-haspopup", "dialog");
    button.addEventListener("click", async () => {
      const { open } = await import("../settings/dialog.js");
      open(this, button);
    });
  }
}

customElements.define("ec-settings", Settings);

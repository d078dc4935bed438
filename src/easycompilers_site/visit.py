"""Links to other hosts in, problems out: whether what they lead to is there. Asks the web, so it is asked for on request only.

Each address is asked for once, however many links lead to it; each host has one request at a time, with a pause after it.
"""

from __future__ import annotations

import http.client
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote, urldefrag, urlsplit

from . import __version__
from .problem import Problem, in_order, warning
from .source import Span

HOSTS_AT_ONCE = 8
SECONDS_TO_ANSWER = 15.0
SECONDS_BETWEEN = 0.5
WHO_ASKS = {"User-Agent": f"easycompilers-site/{__version__} (checks the links of a course)", "Accept": "*/*"}

#: Answers by which a host turns programs away, and says nothing of the page.
_TURNED_AWAY = (401, 403, 407, 429, 451)
_GONE = (404, 410)


def visit(links: Iterable[tuple[str, Span]], tell: Callable[[str], None]) -> list[Problem]:
    """A problem at each link that leads to nothing. links: addresses as they were written, and their places."""
    places: dict[str, list[Span]] = {}
    for href, span in links:
        address = urldefrag(f"https:{href}" if href.startswith("//") else href).url
        if address.startswith(("http://", "https://")):
            places.setdefault(address, []).append(span)
    hosts: dict[str, list[str]] = {}
    for address in places:
        hosts.setdefault(_host(address), []).append(address)
    if places:
        tell(f"Asking {len(hosts)} host{'s' * (len(hosts) > 1)} for {len(places)} address{'es' * (len(places) > 1)}")
    with ThreadPoolExecutor(HOSTS_AT_ONCE) as workers:
        answers = [answer for of_host in workers.map(_ask_host, hosts.values()) for answer in of_host]
    return in_order(problem for address, answer in answers if answer for span in places[address] for problem in [_problem(address, answer, span)])


def _host(address: str) -> str:
    try:
        return urlsplit(address).netloc
    except ValueError:
        return address


def _problem(address: str, answer: int | str, span: Span) -> Problem:
    if answer in _GONE:
        return Problem("link-gone", f"there is nothing at `{address}` any more: its host answers {answer}", span, "find its new address, or take the link out")
    why = f"its host answers {answer}" if isinstance(answer, int) else answer
    return warning("link-unanswered", f"`{address}` cannot be reached: {why}", span, "open it in a browser; if it is there, try again later")


def _ask_host(addresses: list[str]) -> list[tuple[str, int | str]]:
    """The answer to each address of one host, one after another."""
    answers = []
    for number, address in enumerate(addresses):
        if number:
            time.sleep(SECONDS_BETWEEN)
        answers.append((address, ask(address)))
    return answers


def ask(address: str) -> int | str:
    """0 where the address is there, or turns programs away; else the status that its host answers, or a reason in words.

    The head alone is asked for; what some hosts refuse to say of it, they say when asked for the whole.
    """
    answer = _request(address, "HEAD")
    return answer if answer in (0, *_TURNED_AWAY) else _request(address, "GET")


def _request(address: str, method: str) -> int | str:
    try:
        request = urllib.request.Request(quote(address, safe="%/:=&?~#+!$,;'@()*[]"), headers=WHO_ASKS, method=method)
        with urllib.request.urlopen(request, timeout=SECONDS_TO_ANSWER):
            return 0
    except urllib.error.HTTPError as error:
        return 0 if error.code in _TURNED_AWAY else error.code
    except TimeoutError:
        return "its host does not answer in time"
    except urllib.error.URLError as error:
        return "its host does not answer in time" if isinstance(error.reason, TimeoutError) else f"{getattr(error.reason, 'strerror', None) or error.reason}"
    except (OSError, http.client.HTTPException) as error:
        return str(error) or type(error).__name__
    except ValueError:
        return "this is not an address"

"""Shows pages in a browser and runs their scripts in Node; without these, tests are skipped."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

FLAGS = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)


@contextmanager
def opened(
    path: Path, width: int = 1280, height: int = 900, dark: bool = False, scripts: bool = True
) -> Iterator:
    """Yield a Selenium driver of Chromium that shows a file in a window of exactly this size.

    A width of at most 480 is that of a phone. The test is skipped where Chromium, its driver or
    selenium is missing.
    """
    webdriver = pytest.importorskip("selenium.webdriver", reason="needs selenium")
    found = {name: shutil.which(name) for name in ("chromium", "chromedriver")}
    if missing := [name for name, place in found.items() if not place]:
        pytest.skip(f"needs {' and '.join(missing)}")
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        options = webdriver.ChromeOptions()
        options.binary_location = found["chromium"]
        for flag in (*FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        service = webdriver.ChromeService(found["chromedriver"])
        driver = webdriver.Chrome(options=options, service=service)
        try:
            resize(driver, width, height)
            scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
            driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
            off = {"value": not scripts}
            driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", off)
            show(driver, path)
            yield driver
        finally:
            driver.quit()


def show(driver, path: Path, fragment: str = "") -> None:
    """Load a page completely, as if for the first time; the driver itself may return too early."""
    driver.get("about:blank")
    driver.get(path.resolve().as_uri() + fragment)
    whole = "return document.readyState === 'complete' && document.querySelector('footer') !== null"
    wait(driver, whole)


def wait(driver, script: str) -> None:
    """Wait until a script returns a true value."""
    from selenium.webdriver.support.ui import WebDriverWait

    WebDriverWait(driver, 30).until(lambda shown: shown.execute_script(script))


def resize(driver, width: int, height: int = 900) -> None:
    """Give the page exactly this size, despite the window's frame and minimum width."""
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width <= 480}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def find(driver, selector: str) -> list:
    """Return the elements of a page that match a CSS selector."""
    return driver.find_elements("css selector", selector)


def problems(driver) -> list[str]:
    """Return the errors on the page's console since the last call."""
    return [entry["message"] for entry in driver.get_log("browser")]


def overflow(driver) -> int:
    """Return how many pixels the page is wider than its window."""
    return driver.execute_script(
        "const page = document.documentElement; return page.scrollWidth - page.clientWidth;"
    )


def choose(driver, name: str, value: str) -> None:
    """Choose a value of a select as users do; the driver's clicks send no input event."""
    driver.execute_script(
        "const select = document.getElementsByName(arguments[0])[0]; select.value = arguments[1];"
        "select.dispatchEvent(new Event('input', { bubbles: true }));",
        name,
        value,
    )

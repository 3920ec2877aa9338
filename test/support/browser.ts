// Chromium at the console of a service: one browser for a file of tests, a context for each person.
import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright-core';
import { afterwards } from './afterwards.js';
import { signedIn } from './console.js';
import { CHROMIUM } from './loudlySkipped.js';
import { PATIENCE_MS } from './until.js';

/** A name for this machine that is not loopback to the browser: over http it keeps no `Secure` cookie there. */
export const OTHER_HOST = 'console.test';

/** Closed after the test file. */
export async function openBrowser(): Promise<Browser> {
  const args = ['--no-sandbox', `--host-resolver-rules=MAP ${OTHER_HOST} 127.0.0.1`];
  const options = { executablePath: CHROMIUM, args, timeout: PATIENCE_MS };
  const browser = await chromium.launch(options);
  afterwards(() => browser.close());
  return browser;
}

const WAIT_MS = 60_000;
export const DESKTOP = { width: 1_280, height: 800 } as const;
export const PHONE = { width: 390, height: 844 } as const;

/** A page of a new browser window. @param faults gets what its scripts and its policy complain about */
export async function openWindow(
  browser: Browser,
  faults: string[] = [],
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: DESKTOP, locale: 'pt-BR', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_MS);
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    // The status of an answer is no fault of the page that shows it.
    const isStatus = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isStatus) faults.push(message.text());
  });
  return page;
}

/** As `openWindow`, of a person whose session is opened in the store. */
export async function windowOf(
  browser: Browser,
  service: Readonly<{ url: string; dataDir: string }>,
  email: string,
  faults: string[] = [],
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await openWindow(browser, faults, options);
  await giveSession(page, (await signedIn(service, email)).cookie());
  return page;
}

/** @param cookie names and values, as a browser sends them */
export async function giveSession(page: Page, cookie: string): Promise<void> {
  const cookies = cookie.split('; ').map((one) => {
    const [name = '', value = ''] = one.split(/=(.*)/s);
    return { name, value, domain: '127.0.0.1', path: '/', secure: true };
  });
  await page.context().addCookies(cookies);
}

/** A job of a person, from the page where it begins: how often they press, and how many pages are loaded. */
export type Job = Readonly<Awaited<ReturnType<typeof jobAt>>>;

export async function jobAt(page: Page, address: string) {
  await page.goto(address);
  const counts = { clicks: 0, loads: 0 };
  page.on('request', (request) => {
    if (request.isNavigationRequest()) counts.loads++;
  });
  const pressed = async (what: Locator): Promise<void> => {
    counts.clicks++;
    await what.click();
  };
  return { page, counts, press: pressed };
}

/** By its whole label, within what is given. */
export const button = (within: Pick<Page, 'getByRole'>, name: string): Locator =>
  within.getByRole('button', { name, exact: true });

export const press = (within: Pick<Page, 'getByRole'>, name: string): Promise<void> =>
  button(within, name).click();

/** Waits for a text that the next page shows. */
export const shows = (within: Pick<Page, 'getByText'>, text: string | RegExp): Promise<void> =>
  within.getByText(text).first().waitFor();

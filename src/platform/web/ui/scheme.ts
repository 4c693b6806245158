import { readStorage, writeStorage } from './storage.ts';

/** The name in storage that scheme-script.ts reads too. */
const storageKey = 'scheme';

const chosen = (): string => readStorage('local', storageKey) ?? '';

/** Makes the color scheme follow the switch, also that of other tabs; `auto` follows the system. */
export function followScheme(): void {
  showScheme();
  addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'scheme') return;
    writeStorage('local', storageKey, target.value === 'auto' ? null : target.value);
    // Where storage is blocked, the choice lasts until the next page load.
    showScheme(target.value);
  });
  addEventListener('storage', ({ key }) => {
    if (key === storageKey || key === null) showScheme();
  });
  // A page from the back/forward cache receives no storage events.
  addEventListener('pageshow', ({ persisted }) => persisted && showScheme());
}

/** Shows a scheme and checks it in the switch. */
export function showScheme(scheme = chosen()): void {
  const { dataset } = document.documentElement;
  const isFixed = scheme === 'light' || scheme === 'dark';
  if (isFixed) dataset.scheme = scheme;
  else delete dataset.scheme;
  const option = document.querySelector<HTMLInputElement>(
    `input[name="scheme"][value="${isFixed ? scheme : 'auto'}"]`,
  );
  if (option) option.checked = true;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.dataset.scheme ?? '';
    meta.media = isFixed ? (own === scheme ? 'all' : 'not all') : `(prefers-color-scheme: ${own})`;
  }
}

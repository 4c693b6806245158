/** Closes an open menu of the header on Escape, and a submenu when something else is used. Without this, its label closes it. */
export function closeMenus(): void {
  addEventListener('keydown', ({ key, target }) => {
    const menu = (target as Element).closest<HTMLDetailsElement>('.menu details[open]');
    if (key !== 'Escape' || !menu) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
  for (const type of ['pointerdown', 'focusin'])
    addEventListener(type, ({ target }) => {
      for (const menu of document.querySelectorAll<HTMLDetailsElement>('.submenu[open]'))
        if (!menu.contains(target as Node)) menu.open = false;
    });
}

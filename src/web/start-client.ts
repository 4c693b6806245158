/**
 * All that a page loads with its content, and therefore without a single import. The rest brings the page to life and
 * comes when the content is here, so that it does not compete with pictures and fonts for a slow line, or as soon as
 * somebody does something: until then links and forms work as they do without scripts. The server names the modules, and
 * says whether they are wanted at once.
 */
const own = document.querySelector<HTMLScriptElement>('script[data-live]');
const modules = own?.dataset.live?.split(' ') ?? [];
const signs = ['pointerdown', 'keydown', 'touchstart'];

function begin(): void {
  for (const sign of signs) removeEventListener(sign, begin, true);
  for (const module of modules.splice(0)) void import(/* @vite-ignore */ module);
}

/** The last picture is loaded, but not painted yet. */
const soon = () => setTimeout(begin, 100);

if (own?.dataset.now !== undefined) begin();
else {
  for (const sign of signs) addEventListener(sign, begin, { capture: true, passive: true });
  if (document.readyState === 'complete') soon();
  else addEventListener('load', soon, { once: true });
}

// A module, although it has nothing to give.
export {};

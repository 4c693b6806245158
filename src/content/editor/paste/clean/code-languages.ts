import { languageInClasses } from '../../../foreign/code-language.ts';

const names =
  'bash c c++ c# clojure console cpp csharp css dart diff docker dockerfile elixir go graphql haskell html http ini java ' +
  'javascript js json json5 jsonc jsx kotlin latex less lua makefile markdown mathml md nginx objective-c ocaml perl php ' +
  'plaintext powershell properties proto python py r rb rs ruby rust sass scala scss sh shell shellscript sql svelte swift ' +
  'text toml ts tsx txt typescript vb vue wasm xml yaml yml zig zsh';
const languages = new Set(names.split(' '));
const other: Record<string, string> = {
  'c#': 'csharp',
  'c++': 'cpp',
  'plain text': '',
  plain: '',
  plaintext: '',
  shellscript: 'bash',
  text: '',
  txt: '',
};

/** The name of a language for a class, from a label as `Python` or `C++`; empty for plain text, null for other words. */
export function languageFromLabel(label: string): string | null {
  const name = label.trim().toLowerCase();
  if (Object.hasOwn(other, name)) return other[name] ?? '';
  return languages.has(name) ? name : null;
}

/** The language that the element or one around it names: Prism, highlight.js, GitHub, MDN, Sphinx, Docusaurus. */
export function languageOf(pre: Element): string | null {
  const inner = pre.querySelector('code');
  const around = [inner, pre, pre.parentElement, pre.parentElement?.parentElement];
  for (const element of around) {
    if (!element || element.localName === 'body') continue;
    const named =
      languageInClasses(element.getAttribute('class') ?? '') ??
      element.getAttribute('data-language') ??
      element.getAttribute('data-lang');
    if (!named || /^(?:none|auto|source|text|wrapper|block)$/i.test(named)) continue;
    const name = named.toLowerCase();
    return languageFromLabel(name) ?? name;
  }
  return null;
}

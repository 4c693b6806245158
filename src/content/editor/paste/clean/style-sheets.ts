import type { Step } from './dom.ts';

const used = [
  'background-color',
  'color',
  'display',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'text-align',
  'text-decoration-line',
  'vertical-align',
  'white-space',
];
const longest = 500_000;
const maxRules = 5000;
const byClass = /^[a-z\d]*\.([\w-]+)$/i;

/**
 * Excel, Apple's programs and Outlook write a style sheet before the text and name its classes: `.xl65 {font-weight: 700}`,
 * `span.s1 {…}`. Its declarations become style attributes, which the other steps read.
 */
export const inlineStyleSheets: Step = (body) => {
  const css = [...body.querySelectorAll('style')].map((style) => style.textContent ?? '').join('\n');
  if (css === '' || css.length > longest) return;
  const rules = rulesByClass(css);
  if (rules.size === 0) return;
  for (const element of body.querySelectorAll('[class]')) {
    const found = [...element.classList].flatMap((name) => rules.get(name) ?? []);
    if (found.length > 0)
      element.setAttribute('style', [...found, element.getAttribute('style') ?? ''].join(';'));
  }
};

function rulesByClass(css: string): Map<string, string[]> {
  const sheet = new CSSStyleSheet();
  // The browser would only warn that it ignores them.
  sheet.replaceSync(css.replace(/@import[^;]*;?/gi, ''));
  const rules = new Map<string, string[]>();
  for (const rule of [...sheet.cssRules].slice(0, maxRules)) {
    if (!(rule instanceof CSSStyleRule)) continue;
    const declarations = used
      .map((name) => [name, rule.style.getPropertyValue(name)] as const)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `${name}:${value}`)
      .join(';');
    if (declarations === '') continue;
    for (const selector of rule.selectorText.split(',')) {
      const name = byClass.exec(selector.trim())?.[1];
      if (name) rules.set(name, [...(rules.get(name) ?? []), declarations]);
    }
  }
  return rules;
}

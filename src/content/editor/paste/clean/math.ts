import { make, type Step, select } from './dom.ts';

/**
 * Formulas: KaTeX (ChatGPT, Notion) and MathJax keep the TeX in an annotation beside what they draw, Wikipedia in the `alttext`
 * of the element and the `alt` of its image.
 */
export const readMath: Step = (body) => {
  for (const script of select(body, 'script[type^="math/tex"]')) {
    const isBlock = /mode=display/.test(script.getAttribute('type') ?? '');
    replace(script, script.textContent ?? '', isBlock);
  }
  for (const preview of select(body, '.MathJax_Preview, .MathJax, .MathJax_Display, .MathJax_SVG'))
    preview.remove();
  const roots = '.katex-display, .katex, .mwe-math-element, mjx-container, math';
  for (const root of select(body, roots)) {
    if (!body.contains(root)) continue;
    const tex = texOf(root);
    if (tex !== null) replace(root, tex, isDisplayed(root));
  }
};

function texOf(root: Element): string | null {
  const annotation = root.querySelector('annotation[encoding="application/x-tex"]')?.textContent;
  const math = root.matches('math') ? root : root.querySelector('math');
  const alt = root.querySelector('img')?.getAttribute('alt');
  return annotation ?? math?.getAttribute('alttext') ?? alt ?? null;
}

function isDisplayed(root: Element): boolean {
  const math = root.matches('math') ? root : root.querySelector('math');
  return (
    root.matches('.katex-display, mjx-container[display=true], :has(.mwe-math-mathml-display)') ||
    math?.getAttribute('display') === 'block'
  );
}

function replace(root: Element, tex: string, isBlock: boolean): void {
  const formula = tex
    .trim()
    .replace(/^\{\\displaystyle ?(.*)\}$/s, '$1')
    .trim();
  const element = make(root, isBlock ? 'div' : 'span', { class: 'math' });
  element.textContent = formula;
  root.replaceWith(element);
}

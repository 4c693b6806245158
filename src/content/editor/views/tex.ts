import { formulaTooLong, formulaWrong } from '../messages.ts';

const maximumLength = 10_000;

type Temml = Pick<typeof import('temml'), 'render'>;
let loading: Promise<Temml> | undefined;

/** Shows a formula as MathML, or what is wrong with it. The converter is loaded with the first formula. */
export async function showFormula(tex: string, displayMode: boolean, target: HTMLElement): Promise<void> {
  if (tex.length > maximumLength) {
    showError(target, formulaTooLong(maximumLength));
    return;
  }
  loading ??= import('temml').then((module): Temml => module.default);
  const temml = await loading;
  try {
    const math = document.createElement('span');
    temml.render(tex, math, {
      displayMode,
      throwOnError: true,
      trust: false,
      maxExpand: 100,
      maxSize: [50, 500],
    });
    target.replaceChildren(...math.childNodes);
    target.classList.remove('error');
  } catch (error) {
    showError(target, formulaWrong(error instanceof Error ? error.message : String(error)));
  }
}

function showError(target: HTMLElement, message: string): void {
  target.textContent = message;
  target.classList.add('error');
}

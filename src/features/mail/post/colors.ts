import { blend, parseColor } from '../../../content/document/parse-color.ts';
import { attribute, type Element, rename, setAttribute } from '../../../content/document/tree.ts';
import { parseHex, toHex } from '../../../platform/web/colors.ts';
import { dark, light } from '../message/palette.ts';

/** A text can have so many colors in the dark scheme; more have those of the light one. */
const most = 200;

/**
 * The colors that an author chose, after `renderColors` made them readable. Programs for mail do not know `light-dark`, so each
 * color of the dark scheme becomes a class.
 */
export class Colors {
  readonly #classes = new Map<string, string>();

  apply(node: Element): void {
    const style = attribute(node, 'style') ?? '';
    const both = /light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/.exec(style);
    const chosen = parseColor(/(?:^|;)\s*color:\s*([^;]+)/.exec(style)?.[1] ?? '');
    const background = parseColor(/background-color:\s*([^;]+)/.exec(style)?.[1] ?? '');
    const opaque = chosen && toHex(chosen.rgb);
    const [lightText, darkText] = [both?.[1] ?? opaque, both?.[2] ?? opaque];
    const behind = (paper: string) => background && toHex(blend(background, parseHex(paper)));
    rename(node, 'span', null);
    const inline = css(lightText, behind(light.paper));
    if (!inline) return;
    setAttribute(node, 'style', inline);
    const inDark = css(darkText, behind(dark.paper), ' !important');
    const known = this.#classes.get(inDark);
    if (known === undefined && this.#classes.size >= most) return;
    const name = known ?? `c${this.#classes.size}`;
    this.#classes.set(inDark, name);
    setAttribute(node, 'class', name);
  }

  css(): string {
    return [...this.#classes].map(([rules, name]) => `  .${name} { ${rules} }\n`).join('');
  }
}

const css = (color: string | null | undefined, background: string | null, important = ''): string =>
  [color && `color: ${color}${important}`, background && `background-color: ${background}${important}`]
    .filter(Boolean)
    .join('; ');

import { type Accent, accentTokens } from '../colors.ts';

const names: Record<keyof Accent, string> = {
  accent: '--accent',
  accentStrong: '--accent-strong',
  onAccent: '--on-accent',
};

/** The rule with the accent tokens, which tokens.css leaves out. */
export function accentCss(color: string): string {
  const { light, dark } = accentTokens(color);
  const declarations = Object.entries(names).map(([token, name]) => {
    const of = token as keyof Accent;
    return `${name}:light-dark(${light[of]},${dark[of]})`;
  });
  return `:root{${declarations.join(';')}}`;
}

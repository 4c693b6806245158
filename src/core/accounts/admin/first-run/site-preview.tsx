import type { CSSProperties } from 'react';
import { accentTokens } from '../../../../platform/web/colors.ts';
import { textDirection } from '../../../../platform/web/language-names.ts';
import type { FirstQuestions } from '../../api/first-run.ts';

type Props = {
  name: string;
  color: string;
  language: string;
  texts: FirstQuestions['previews'][string] | undefined;
};

/** How the site will look, in its language. Screen readers get nothing from it. */
export function SitePreview({ name, color, language, texts }: Props) {
  const { light, dark } = accentTokens(color);
  const style = {
    '--accent': `light-dark(${light.accent}, ${dark.accent})`,
    '--on-accent': `light-dark(${light.onAccent}, ${dark.onAccent})`,
  } as CSSProperties;
  const [before, after] = texts?.text.split('{links}') ?? [];
  return (
    <div
      className="site-preview"
      aria-hidden="true"
      lang={language}
      dir={textDirection(language)}
      style={style}
    >
      <div className="preview-window">
        <p className="preview-name">{name}</p>
        <p className="preview-title">{texts?.title}</p>
        <p className="preview-meta">{new Date().toLocaleDateString(language, { dateStyle: 'long' })}</p>
        <p className="preview-text">
          {before}
          <span className="preview-link">{texts?.links}</span>
          {after}
        </p>
        <span className="preview-button">{texts?.button}</span>
      </div>
    </div>
  );
}

import type { CSSProperties } from 'react';
import { accentTokens } from '../../../rules/colors.ts';

type Props = { name: string; color: string };

/** How the site will look. Screen readers get nothing from it. */
export function SitePreview({ name, color }: Props) {
  const { light, dark } = accentTokens(color);
  const style = {
    '--accent': `light-dark(${light.accent}, ${dark.accent})`,
    '--on-accent': `light-dark(${light.onAccent}, ${dark.onAccent})`,
  } as CSSProperties;
  return (
    <div className="site-preview" aria-hidden="true" style={style}>
      <div className="preview-window">
        <p className="preview-name">{name}</p>
        <p className="preview-title">A first post</p>
        <p className="preview-meta">Today</p>
        <p className="preview-text">
          The first lines are the hardest. After them come <span className="preview-link">links</span>, images
          and, sooner or later, readers.
        </p>
        <span className="preview-button">Not Terrible (1)</span>
      </div>
    </div>
  );
}

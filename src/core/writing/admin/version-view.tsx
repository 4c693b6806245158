import { type ReactNode, useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { markedHtml } from '../../../content/document/compare/marked-html.ts';
import { rich } from '../../../platform/messages/rich.ts';
import { t } from '../../../platform/messages/translate.ts';
import { escapeHtml } from '../../../platform/web/escape-html.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import { type PostField, type PostText, postFields } from '../../posts/api/post-fields.ts';
import { RenderedText } from './rendered-text.tsx';

/** One version of the post; the id is null for the current one. */
export type Version = PostText & {
  id: number | null;
  date: string | null;
  user: string | null;
  /** The content as readers saw it. */
  shown: string;
};

const views = { page: t('As a page'), current: t('Changes since'), previous: t('Changes in it') } as const;
export type View = keyof typeof views;
export const isView = (name: string): name is View => name in views;

type Props = { version: Version; current: Version; previous: Version | null; view: View };

/** A version as readers saw it, or with what changed since then, or with what changed from the version before. */
const marks = { ins: (text: ReactNode) => <ins>{text}</ins>, del: (text: ReactNode) => <del>{text}</del> };

export function VersionView({ version, current, previous, view }: Props) {
  const isCurrent = version.id === null;
  const offered = (Object.keys(views) as View[]).filter(
    (name) => (name !== 'current' || !isCurrent) && (name !== 'previous' || previous),
  );
  const shown = offered.includes(view) ? view : 'page';
  const [before, after] = shown === 'current' ? [version, current] : [previous ?? version, version];
  const html = useMemo(
    () => (shown === 'page' ? pageOf(version, version.shown) : differences(before, after)),
    [shown, version, before, after],
  );
  const date = version.date && <FormattedDate date={version.date} style="full" />;
  return (
    <>
      <h2>
        {!date && (isCurrent ? t('Current version') : t('Version'))}
        {date &&
          (isCurrent ? rich('Current version of {date}', { date }) : rich('Version of {date}', { date }))}
        {version.user && <>, {t('by {name}', { name: version.user })}</>}
      </h2>
      <ViewSwitch offered={offered} shown={shown} />
      {shown !== 'page' && (
        <p className="soft legend">
          {shown === 'current'
            ? rich('<ins>Inserted</ins> and <del>deleted</del> since this version.', marks)
            : rich(
                '<ins>Inserted</ins> and <del>deleted</del> in this version, compared with the one before.',
                marks,
              )}
        </p>
      )}
      <RenderedText
        label={shown === 'page' ? t('Version') : t('Difference')}
        html={html}
        empty={t('No text.')}
      />
    </>
  );
}

function ViewSwitch({ offered, shown }: { offered: readonly View[]; shown: View }) {
  const [query] = useSearchParams();
  if (offered.length < 2) return null;
  return (
    <nav className="version-views" aria-label={t('Show')}>
      {offered.map((view) => (
        <Link
          key={view}
          to={`?${new URLSearchParams({ ...Object.fromEntries(query), show: view })}`}
          replace
          preventScrollReset
          aria-current={view === shown ? 'true' : undefined}
        >
          {views[view]}
        </Link>
      ))}
    </nav>
  );
}

const pageOf = (version: Version, content: string): string =>
  `<h1>${escapeHtml(version.post_title || t('Untitled'))}</h1>${content}`;

const fieldsBelow = (Object.keys(postFields) as PostField[]).filter(
  (name) => name !== 'post_title' && name !== 'post_content',
);

/** Title and content with marks, then the other fields that changed. */
function differences(before: Version, after: Version): string {
  const marked = markedHtml(pageOf(before, before.post_content), pageOf(after, after.post_content));
  const others = fieldsBelow
    .filter((name) => before[name] !== after[name])
    .map((name) => {
      const paragraph = (text: string) => `<p>${postFields[name].label}: ${escapeHtml(text)}</p>`;
      return markedHtml(paragraph(before[name]), paragraph(after[name]));
    });
  return marked + (others.length > 0 ? `<hr>${others.join('')}` : '');
}

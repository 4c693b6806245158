import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { markedHtml } from '../../../content/document/compare/marked-html.ts';
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

const views = { page: 'As a page', current: 'Changes since', previous: 'Changes in it' } as const;
export type View = keyof typeof views;
export const isView = (name: string): name is View => name in views;

type Props = { version: Version; current: Version; previous: Version | null; view: View };

/** A version as readers saw it, or with what changed since then, or with what changed from the version before. */
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
  return (
    <>
      <h2>
        {isCurrent ? 'Current version' : 'Version'}
        {version.date && (
          <>
            {' of '}
            <FormattedDate date={version.date} style="full" />
          </>
        )}
        {version.user && `, by ${version.user}`}
      </h2>
      <ViewSwitch offered={offered} shown={shown} />
      {shown !== 'page' && (
        <p className="soft legend">
          <ins>Inserted</ins> and <del>deleted</del>
          {shown === 'current' ? ' since this version.' : ' in this version, compared with the one before.'}
        </p>
      )}
      <RenderedText label={shown === 'page' ? 'Version' : 'Difference'} html={html} empty="No text." />
    </>
  );
}

function ViewSwitch({ offered, shown }: { offered: readonly View[]; shown: View }) {
  const [query] = useSearchParams();
  if (offered.length < 2) return null;
  return (
    <nav className="version-views" aria-label="Show">
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

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (character) => ({ '&': '&amp;', '<': '&lt;' })[character] ?? '&gt;');

const pageOf = (version: Version, content: string): string =>
  `<h1>${escaped(version.post_title || 'Untitled')}</h1>${content}`;

const fieldsBelow = (Object.keys(postFields) as PostField[]).filter(
  (name) => name !== 'post_title' && name !== 'post_content',
);

/** Title and content with marks, then the other fields that changed. */
function differences(before: Version, after: Version): string {
  const marked = markedHtml(pageOf(before, before.post_content), pageOf(after, after.post_content));
  const others = fieldsBelow
    .filter((name) => before[name] !== after[name])
    .map((name) => {
      const paragraph = (text: string) => `<p>${postFields[name].label}: ${escaped(text)}</p>`;
      return markedHtml(paragraph(before[name]), paragraph(after[name]));
    });
  return marked + (others.length > 0 ? `<hr>${others.join('')}` : '');
}

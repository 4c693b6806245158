import { useState } from 'react';
import type { Snippets } from '../../../content/editor/menus/snippets.ts';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { t } from '../../../platform/messages/translate.ts';
import type { Snippet } from '../api.ts';
import { writingCalls } from './calls.ts';

export const snippetStore: Snippets = {
  load: () => writingCalls.snippets(),
  save: async (name, html) => void (await writingCalls.saveSnippet({ name, html })),
};

/** The snippets, to be deleted. They are saved from a selection and inserted with `/`. */
export function SnippetList() {
  const [list, setList] = useState<Snippet[] | null>(null);
  const { notify, reportError } = useNotices();
  const remove = async ({ name, html }: Snippet) => {
    setList(await writingCalls.deleteSnippet({ name }));
    notify(t('Deleted the snippet "{name}"', { name }), async () =>
      setList(await writingCalls.saveSnippet({ name, html })),
    );
  };
  return (
    <details
      className="field"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) writingCalls.snippets().then(setList, reportError);
      }}
    >
      <summary>{t('Snippets')}</summary>
      <p className="soft">
        {t('Select text, choose Save as Snippet under More, and insert it with / and its name.')}
      </p>
      {list && list.length > 0 && (
        <ul>
          {list.map((one) => (
            <li key={one.name}>
              {one.name}{' '}
              <button
                type="button"
                className="quiet"
                aria-label={t('Delete {name}', { name: one.name })}
                onClick={() => remove(one).catch(reportError)}
              >
                {t('Delete')}
              </button>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

import { useMemo, useState } from 'react';
import type { Snippets } from '../../../content/editor/menus/snippets.ts';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { saved } from '../../../platform/messages/owner.ts';
import { t } from '../../../platform/messages/translate.ts';
import type { Snippet } from '../api.ts';
import { writingCalls } from './calls.ts';

/** One that is replaced by another of its name comes back with Undo. */
export function useSnippets(): Snippets {
  const { notify } = useNotices();
  return useMemo(
    () => ({
      load: () => writingCalls.snippets(),
      save: async (name, html) => {
        const before = (await writingCalls.snippets()).find((one) => one.name === name);
        await writingCalls.saveSnippet({ name, html });
        if (!before || before.html === html) notify(saved);
        else
          notify(t('Replaced the snippet "{name}"', { name }), async () => {
            await writingCalls.saveSnippet(before);
          });
      },
    }),
    [notify],
  );
}

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
              <span className="name">{one.name}</span>
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

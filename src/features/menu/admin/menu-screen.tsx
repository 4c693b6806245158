import { useId, useMemo, useRef, useState } from 'react';
import { useLoaderData } from 'react-router';
import { siteCalls } from '../../../core/site/admin/calls.ts';
import { SitePreview } from '../../../core/site/admin/settings/site-preview.tsx';
import type { Menu } from '../../../core/site/api/menu.ts';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { useFormDraft } from '../../../platform/admin/drafts/use-draft.ts';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { SettingsForm } from '../../../platform/admin/settings/settings-form.tsx';
import { Problem } from '../../../platform/http/problem.ts';
import { urls } from '../../../platform/http/urls.ts';
import { t } from '../../../platform/messages/translate.ts';
import { MenuList } from './menu-list.tsx';
import { type Lists, toEntries, toRows } from './menu-order.ts';
import { useReorder } from './use-reorder.ts';
import './menu.css';

export const loader = guarded(() => siteCalls.menu());

type Values = Lists & Pick<Menu, 'version'>;

const valuesOf = ({ version, header, footer }: Menu): Values => ({
  version,
  header: toRows(header),
  footer: toRows(footer),
});

/** The links of header and footer, saved together. */
export function Component() {
  const menu = useLoaderData<typeof loader>();
  const loaded = useMemo(() => valuesOf(menu), [menu]);
  const form = useFormDraft('menu', loaded, { name: () => t('the menu'), path: `${urls.admin}/menu` });
  const { values, change } = form;
  const lists: Lists = { header: values.header, footer: values.footer };
  const reorder = useReorder(lists, change);
  /** The saved menu, after another window has saved one. */
  const [theirs, setTheirs] = useState<Values | null>(null);
  const instructions = useId();

  /** The version to replace instead of the edited one. */
  const replaced = useRef<number | null>(null);

  const save = async ({ version, header, footer }: Values): Promise<Values> => {
    const base = replaced.current ?? version;
    replaced.current = null;
    try {
      const saved = valuesOf(
        await siteCalls.saveMenu({ version: base, header: toEntries(header), footer: toEntries(footer) }),
      );
      setTheirs(null);
      return saved;
    } catch (error) {
      if (error instanceof Problem && error.code === 'conflict') setTheirs(valuesOf(await siteCalls.menu()));
      throw error;
    }
  };
  return (
    <section className="design">
      <ScreenTitle>{t('Menu')}</ScreenTitle>
      <div className="design-part">
        <p id={instructions} className="soft">
          {t(
            'Drag entries by their handle; to the side, they are nested below the entry above. With the keyboard: Space grabs an entry, arrow keys move it, Space drops it, Escape cancels.',
          )}
        </p>
        <p className="visually-hidden" role="status" aria-live="assertive">
          {reorder.announcement}
        </p>
        <SettingsForm
          label={t('Menu')}
          form={form}
          saved={theirs ?? loaded}
          save={save}
          base={({ version }) => ({ version })}
          before={(['header', 'footer'] as const).map((name) => (
            <MenuList
              key={name}
              name={name}
              lists={lists}
              onChange={change}
              reorder={reorder}
              instructions={instructions}
            />
          ))}
        >
          {theirs && form.isUnsaved() && (
            <p className="banner offer">
              <span>{t('The saved menu is another one than the one you edited. Discard shows it.')}</span>
              <button
                type="submit"
                onClick={() => {
                  replaced.current = theirs.version;
                }}
              >
                {t('Replace it with mine')}
              </button>
            </p>
          )}
        </SettingsForm>
      </div>
      <SitePreview of={menu} />
    </section>
  );
}

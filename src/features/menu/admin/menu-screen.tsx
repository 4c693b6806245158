import { useId, useMemo, useRef, useState } from 'react';
import { useLoaderData } from 'react-router';
import { RichTextField } from '../../../content/editor/rich-text-field.tsx';
import { siteCalls } from '../../../core/site/admin/calls.ts';
import { footerTextShown, type Menu } from '../../../core/site/api/menu.ts';
import { Form } from '../../../platform/admin/controls/form.tsx';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { RestoredBanner } from '../../../platform/admin/drafts/restored-banner.tsx';
import { useReset } from '../../../platform/admin/drafts/use-discard.ts';
import { useFormDraft } from '../../../platform/admin/drafts/use-draft.ts';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { Problem } from '../../../platform/http/problem.ts';
import { urls } from '../../../platform/http/urls.ts';
import { saved as savedMessage } from '../../../platform/messages/owner.ts';
import { MenuList } from './menu-list.tsx';
import { type Lists, toEntries, toRows } from './menu-order.ts';
import { useReorder } from './use-reorder.ts';
import './menu.css';

export const loader = guarded(() => siteCalls.menu());

type Values = Lists & Pick<Menu, 'version' | 'footer_text'>;

const valuesOf = ({ version, header, footer, footer_text }: Menu): Values => ({
  version,
  header: toRows(header),
  footer: toRows(footer),
  footer_text,
});

/** The links of header and footer, and the text of the footer, saved together. */
export function Component() {
  const menu = useLoaderData<typeof loader>();
  const loaded = useMemo(() => valuesOf(menu), [menu]);
  const form = useFormDraft('menu', loaded, { name: () => 'the menu', path: `${urls.admin}/menu` });
  const { values, change } = form;
  const lists: Lists = { header: values.header, footer: values.footer };
  const reorder = useReorder(lists, change);
  /** The saved menu, after another window has saved one. */
  const [theirs, setTheirs] = useState<Values | null>(null);
  const instructions = useId();
  const { notify } = useNotices();

  /** The version to replace instead of the edited one. */
  const replaced = useRef<number | null>(null);
  /** Another form, without the error of the last one. */
  const [resets, setResets] = useState(0);
  const replace = useReset(form);
  const reset = () => {
    replace(theirs ?? loaded);
    setTheirs(null);
    setResets(resets + 1);
  };

  const send = async () => {
    const { sequence, values } = form.latest();
    const version = replaced.current ?? values.version;
    replaced.current = null;
    const { header, footer, footer_text } = values;
    const saved = valuesOf(
      await siteCalls.saveMenu({
        version,
        header: toEntries(header),
        footer: toEntries(footer),
        footer_text,
      }),
    );
    if (form.saved(sequence, saved, { version: saved.version })) form.begin(saved);
    setTheirs(null);
    notify(savedMessage);
  };
  const save = async () => {
    try {
      await send();
    } catch (error) {
      if (error instanceof Problem && error.code === 'conflict') setTheirs(valuesOf(await siteCalls.menu()));
      throw error;
    }
  };
  return (
    <section className="menu-screen">
      <ScreenTitle>Menu</ScreenTitle>
      <RestoredBanner date={form.restored} resetLabel="Use the saved version" onReset={reset} />
      <p id={instructions} className="soft">
        Drag entries by their handle; to the side, they are nested below the entry above. With the keyboard:
        Space grabs an entry, arrow keys move it, Space drops it, Escape cancels.
      </p>
      <p className="visually-hidden" role="status" aria-live="assertive">
        {reorder.announcement}
      </p>
      {(['header', 'footer'] as const).map((name) => (
        <MenuList
          key={name}
          name={name}
          lists={lists}
          onChange={change}
          reorder={reorder}
          instructions={instructions}
        />
      ))}
      <Form key={resets} noValidate submitLabel="Save" busyText="Saving …" onSubmit={save}>
        <RichTextField
          key={form.edition}
          label="Footer text"
          value={values.footer_text}
          onChange={(footer_text) => change({ footer_text })}
          maxLength={footerTextShown}
          hint="Below the links of the footer. The thank-you line, fan site and contact are in Settings."
        />
        {theirs && (
          <p className="banner offer">
            <span>The saved menu is another one than the one you edited.</span>
            <button type="button" onClick={reset}>
              Use the saved version
            </button>
            <button
              type="submit"
              onClick={() => {
                replaced.current = theirs.version;
              }}
            >
              Replace it with mine
            </button>
          </p>
        )}
      </Form>
    </section>
  );
}

import '../../../../platform/admin/settings/choices.css';
import { useId, useRef } from 'react';
import { ItemButton } from '../../../../platform/admin/controls/item-button.tsx';
import { maxProfileLinks } from '../../../../platform/http/api/limits.ts';
import { t } from '../../../../platform/messages/translate.ts';
import type { ProfileLink } from '../../api/profiles.ts';
import './profiles.css';

type Props = { links: readonly ProfileLink[]; onChange(links: ProfileLink[]): void };

/** The links of a profile, each with a label. */
export function LinkFields({ links, onChange }: Props) {
  const id = useId();
  const list = useRef<HTMLFieldSetElement>(null);
  const set = (index: number, part: Partial<ProfileLink>) =>
    onChange(links.map((link, at) => (at === index ? { ...link, ...part } : link)));
  const remove = (index: number) => {
    onChange(links.filter((_, at) => at !== index));
    list.current?.querySelector<HTMLElement>('.add')?.focus();
  };
  return (
    <fieldset ref={list} className="choices link-fields" aria-describedby={`${id}-hint`}>
      <legend>{t('Links')}</legend>
      <p id={`${id}-hint`} className="soft">
        {t(
          'Other pages of the author, such as a Mastodon account. They are marked with rel="me", so that those pages can verify the link.',
        )}
      </p>
      {links.map((link, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: links have no identity but their position
        <div key={index} className="link-field">
          <input
            aria-label={t('Label of link {number}', { number: index + 1 })}
            placeholder={t('Label')}
            maxLength={100}
            value={link.label}
            onChange={({ target }) => set(index, { label: target.value })}
          />
          <input
            aria-label={t('URL of link {number}', { number: index + 1 })}
            type="url"
            placeholder={t('https://')}
            maxLength={2000}
            value={link.url}
            onChange={({ target }) => set(index, { url: target.value })}
          />
          <ItemButton
            action={t('Remove')}
            item={t('link {number}', { number: index + 1 })}
            onClick={() => remove(index)}
          />
        </div>
      ))}
      <button
        type="button"
        className="add"
        aria-disabled={links.length >= maxProfileLinks}
        onClick={() => links.length < maxProfileLinks && onChange([...links, { label: '', url: '' }])}
      >
        {t('Add a link')}
      </button>
    </fieldset>
  );
}

import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Switch } from '../../../platform/admin/controls/switch.tsx';
import { t } from '../../../platform/messages/translate.ts';
import type { Image } from '../../images/api/images.ts';
import { postFields } from '../../posts/api/post-fields.ts';
import type { Category } from '../../posts/terms/api/categories.ts';
import { LanguageField } from '../../site/admin/language-field.tsx';
import { AuthorField } from './author-field.tsx';
import { beginningOf } from './beginning-of.ts';
import { CategoryField } from './category-field.tsx';
import { FurtherCategoriesField } from './further-categories-field.tsx';
import { ImageFields } from './image-fields.tsx';
import type { PostValues } from './post-values.ts';
import { SeriesField } from './series-field.tsx';
import { StatusField } from './status-field.tsx';
import { TagsField } from './tags-field.tsx';
import { TranslationField } from './translation-field.tsx';
import { PathField, WebTitleField } from './web-title-field.tsx';

type Props = {
  id: string;
  /** A drawer covers the text; otherwise the panel is beside it. */
  isDrawer: boolean;
  values: PostValues;
  /** Whether the author has never saved it. */
  isNew: boolean;
  categories: Category[];
  images: readonly Image[];
  change(part: Partial<PostValues>): void;
  upload(file: File): Promise<Image>;
  onClose(): void;
  /** Where the focus returns to when a drawer is closed. */
  opener: RefObject<HTMLElement | null>;
  /** Before all settings. */
  top: ReactNode;
  children: ReactNode;
};

/** Everything about the post besides its title and text. */
export function SettingsPanel(props: Props) {
  const { id, isDrawer, values, isNew, categories, images, change, upload, onClose, opener, top, children } =
    props;
  const panel = useRef<HTMLElement>(null);
  const isPage = values.kind === 'page';
  const AddressField = isPage ? PathField : WebTitleField;

  useEffect(() => {
    if (!isDrawer) return;
    panel.current?.focus({ preventScroll: true });
    const button = opener.current;
    return () => button?.focus({ preventScroll: true });
  }, [isDrawer, opener]);

  return (
    <>
      {isDrawer && <div className="drawer-backdrop" onPointerDown={onClose} />}
      <aside
        ref={panel}
        id={id}
        className={isDrawer ? 'post-settings drawer' : 'post-settings'}
        aria-label={values.kind === 'page' ? t('Settings of the page') : t('Settings of the post')}
        tabIndex={-1}
        onKeyDown={(event) => {
          if (isDrawer && event.key === 'Escape' && !event.defaultPrevented) onClose();
        }}
      >
        {isDrawer && (
          <div className="drawer-head">
            <h2>{t('Settings')}</h2>
            <button type="button" onClick={onClose}>
              {t('Close')}
            </button>
          </div>
        )}
        {top}
        <StatusField value={values} hasDate={!isPage} onChange={change} />
        {!isPage && (
          <>
            <CategoryField
              value={values.category_id}
              categories={categories}
              onChange={(category_id) => change({ category_id })}
            />
            <FurtherCategoriesField
              value={values.further_category_ids}
              main={values.category_id}
              categories={categories}
              onChange={(further_category_ids) => change({ further_category_ids })}
            />
            <TagsField value={values.tags} onChange={(tags) => change({ tags })} />
            <SeriesField value={values.series} onChange={(series) => change({ series })} />
          </>
        )}
        <ImageFields value={values} images={images} onChange={change} upload={upload} />
        {values.main_image_id !== null && (
          <Switch
            label={t('Main image above the title')}
            checked={values.hero}
            onChange={(hero) => change({ hero })}
          />
        )}
        <DescriptionField values={values} onChange={(meta_description) => change({ meta_description })} />
        <AddressField
          value={values.post_title_web}
          isNew={isNew}
          onChange={(post_title_web) => change({ post_title_web })}
        />
        <AuthorField value={values.author_id} isNew={isNew} onChange={(author_id) => change({ author_id })} />
        <LanguageField value={values.language} onChange={(language) => change({ language })} />
        <TranslationField
          id={values.id}
          kind={values.kind}
          value={values.translation_of}
          onChange={(translation_of) => change({ translation_of })}
        />
        <Switch
          label={t('Comments are open')}
          checked={values.comments_open}
          onChange={(comments_open) => change({ comments_open })}
        />
        {children}
      </aside>
    </>
  );
}

/** Empty, it shows what search engines get instead: the beginning of the text. */
function DescriptionField({ values, onChange }: { values: PostValues; onChange(text: string): void }) {
  const { meta_description, post_content } = values;
  const id = 'post-description';
  const computed = meta_description === '' ? beginningOf(post_content) : '';
  return (
    <div className="field">
      <label htmlFor={id}>{t('Description')}</label>
      <textarea
        id={id}
        rows={3}
        dir="auto"
        maxLength={postFields.meta_description.max}
        placeholder={computed || t('For search engines and previews of links')}
        aria-describedby={`${id}-hint`}
        value={meta_description}
        onChange={({ target }) => onChange(target.value)}
      />
      <span id={`${id}-hint`} className="soft">
        {meta_description === ''
          ? t('Empty: the beginning of the text.')
          : t('{count} of {max} characters', {
              count: [...meta_description].length,
              max: postFields.meta_description.max,
            })}
      </span>
    </div>
  );
}

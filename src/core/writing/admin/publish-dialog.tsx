import { type ComponentType, type ReactNode, useId, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { copyText } from '../../../platform/admin/controls/copy-text.ts';
import { Dialog } from '../../../platform/admin/controls/dialog.tsx';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { urls } from '../../../platform/http/urls.ts';
import { rich } from '../../../platform/messages/rich.ts';
import { t } from '../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { Image } from '../../images/api/images.ts';
import type { Post } from '../../posts/api/posts.ts';
import { takeBackMs } from '../../posts/rules/take-back.ts';
import type { Category } from '../../posts/terms/api/categories.ts';
import { useSite } from '../../site/pages/site-context.ts';
import { beginningOf } from './beginning-of.ts';
import { CategoryField } from './category-field.tsx';
import { MainImageField } from './image-fields.tsx';
import { Look, type LookProps } from './look.tsx';
import { postCalls } from './post-calls.ts';
import { listOf } from './post-saving.ts';
import type { PostValues } from './post-values.ts';
import { postActivated, postDeactivated } from './posts/messages.ts';
import { Missing } from './publish-missing.tsx';
import { type Verb, verbs } from './publish-verbs.ts';
import { nextFullHour } from './site-time.ts';
import { TimeField } from './status-field.tsx';
import { TagsField } from './tags-field.tsx';
import './publish-dialog.css';

type Publication = Pick<PostValues, 'active' | 'scheduled_date'>;
export type Published = { post: Post; texts: string[]; at: number };

type Props = {
  verb: Verb;
  values: PostValues;
  categories: Category[];
  images: readonly Image[];
  change(part: Partial<PostValues>): void;
  upload(file: File): Promise<Image>;
  isBusy: boolean;
  /** Whether all fields can be saved; the browser points at one that cannot. */
  isComplete(): boolean;
  /** Saves the post with this status. Null if it was not saved, which the form explains. */
  save(publication: Publication): Promise<Published | null>;
  /** Opens the walk through missing alternative texts. */
  onDescribe(): void;
  onClose(): void;
  /** Whether the author is still in this form, or has left its screen. */
  isFormOpen(): boolean;
  /** How it looks where features send it. */
  looks: readonly ComponentType<LookProps>[];
  /** What features send it to. */
  children: ReactNode;
};

const isEmpty = (values: PostValues) => ({
  category: values.category_id === null,
  tags: values.tags.length === 0,
  image: values.main_image_id === null,
});

/** The step before a post is public: what readers will see of it, what is missing, when and where it appears. */
export function PublishDialog(props: Props) {
  const {
    verb,
    values,
    categories,
    images,
    change,
    upload,
    isBusy,
    isComplete,
    save,
    onDescribe,
    onClose,
    isFormOpen,
    looks,
    children,
  } = props;
  const isUpdate = verb === 'Update';
  const isPage = values.kind === 'page';
  const [scheduled, setScheduled] = useState(isUpdate ? null : values.scheduled_date);
  const [done, setDone] = useState<Published | null>(null);
  const { notify, reportError } = useNotices();
  const { revalidate } = useRevalidator();
  // Fields that are filled in here stay.
  const [empty] = useState(() => isEmpty(values));
  const when = useId();
  const action = isUpdate ? t('Update now') : scheduled === null ? t('Publish now') : t('Schedule');

  const publish = async () => {
    if (isBusy || !isComplete()) return;
    const saved = await save({ active: scheduled === null, scheduled_date: scheduled });
    if (saved) setDone(saved);
    else onClose();
  };
  const undo = async () => {
    if (isBusy) return;
    await save({ active: false, scheduled_date: null });
    onClose();
  };
  /** Undo stays possible without the dialog, for as long as mails wait. */
  const leave = ({ post, texts, at }: Published) => {
    onClose();
    if (isUpdate || post.active !== 1) return;
    const takeBack = async () => {
      if (isFormOpen()) return void (await save({ active: false, scheduled_date: null }));
      try {
        await postCalls.setStatus({ id: post.id, status: 0 });
        notify(postDeactivated(post.post_title || t('Untitled')));
        await revalidate();
      } catch (error) {
        reportError(error);
      }
    };
    const text = postActivated(post.post_title || t('Untitled'));
    notify([text, ...texts].join(' '), takeBack, 'publication', at + takeBackMs);
  };

  if (done)
    return <Done {...done} isUpdate={isUpdate} onUndo={() => void undo()} onClose={() => leave(done)} />;
  return (
    <Dialog title={verbs[verb]} wide onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter would submit the form around the dialog */}
      <div
        className="publish"
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
        }}
      >
        <div className="publish-looks">
          <Looks values={values} images={images} ofFeatures={looks} date={scheduled} />
        </div>
        <div className="publish-choices">
          {!isUpdate && (
            <fieldset className="field publish-when">
              <legend>{t('When')}</legend>
              <label>
                <input
                  type="radio"
                  name={when}
                  checked={scheduled === null}
                  onChange={() => setScheduled(null)}
                />
                {t('Now')}
              </label>
              <label>
                <input
                  type="radio"
                  name={when}
                  checked={scheduled !== null}
                  onChange={() => setScheduled(nextFullHour(new Date()))}
                />
                {t('Later')}
              </label>
              {scheduled !== null && (
                <TimeField label={t('Publish at')} required value={scheduled} onChange={setScheduled} />
              )}
            </fieldset>
          )}
          <Where isPage={isPage}>{children}</Where>
          <Missing values={values} images={images} onDescribe={onDescribe} />
          {!isPage && empty.category && (
            <CategoryField
              value={values.category_id}
              categories={categories}
              onChange={(category_id) => change({ category_id })}
            />
          )}
          {!isPage && empty.tags && <TagsField value={values.tags} onChange={(tags) => change({ tags })} />}
          {empty.image && <MainImageField value={values} images={images} onChange={change} upload={upload} />}
        </div>
      </div>
      <p className="actions">
        <button type="button" onClick={onClose}>
          {t('Back')}
        </button>
        <button
          type="button"
          className="primary"
          data-first-focus
          aria-disabled={isBusy}
          onClick={() => void publish()}
        >
          {action}
        </button>
      </p>
    </Dialog>
  );
}

function Where({ isPage, children }: { isPage: boolean; children: ReactNode }) {
  const { fediverse } = useSite();
  return (
    <div className="field">
      <h3>{t('Where')}</h3>
      <ul>
        <li>{isPage ? t('This site') : t('This site and its feeds')}</li>
        {!isPage && fediverse !== 'off' && <li>{t('Followers in the fediverse')}</li>}
      </ul>
      {children}
    </div>
  );
}

type LooksProps = {
  values: PostValues;
  images: readonly Image[];
  ofFeatures: readonly ComponentType<LookProps>[];
  date: string | null;
};

function Looks({ values, images, ofFeatures, date }: LooksProps) {
  const { site_name, site_url } = useSite();
  const { kind, post_title, post_title_web, meta_description, main_image_id, social_image_id } = values;
  const title = post_title.trim() || t('Untitled');
  const excerpt = beginningOf(values.post_content);
  const summary = meta_description || excerpt;
  const main = images.find(({ id }) => id === main_image_id);
  const social = images.find(({ id }) => id === social_image_id) ?? main;
  const { host } = new URL(site_url);
  return (
    <>
      <Look name={t('As a card')} className="card-look" image={main}>
        <strong>{title}</strong>
        <p>{excerpt}</p>
      </Look>
      <Look name={t('In search results')}>
        <small>
          {site_name} · {host}
          {post_title_web && ` › ${post_title_web}`}
        </small>
        <strong>{title}</strong>
        <p>{summary}</p>
      </Look>
      <Look name={t('As a link preview')} image={social}>
        <small>{host}</small>
        <strong>{title}</strong>
        <p>{summary}</p>
      </Look>
      {kind === 'post' && (
        <Look name={t('In feed readers')} image={main}>
          <small>
            {site_name} · <FormattedDate date={date ?? new Date().toISOString()} />
          </small>
          <strong>{title}</strong>
          <p>{excerpt}</p>
        </Look>
      )}
      {ofFeatures.map((OfFeature) => (
        <OfFeature key={OfFeature.name} values={values} title={title} summary={summary} image={main} />
      ))}
    </>
  );
}

type DoneProps = Omit<Published, 'at'> & { isUpdate: boolean; onUndo(): void; onClose(): void };

/** What happened, and how to take it back. */
function Done({ post, texts, isUpdate, onUndo, onClose }: DoneProps) {
  const { site_url } = useSite();
  const [copied, setCopied] = useState('');
  const path = urls.post(post.post_title_web);
  const url = new URL(path, site_url).href;
  const title = post.scheduled_date ? t('Scheduled') : isUpdate ? t('Updated') : t('Published');
  const copy = async () =>
    setCopied((await copyText(url)) ? t('Copied') : t('This browser does not allow copying.'));
  return (
    <Dialog key="done" title={title} className="published" onClose={onClose}>
      {post.scheduled_date && (
        <p>
          {rich('It is published on {date}.', {
            date: <FormattedDate date={post.scheduled_date} style="full" />,
          })}
        </p>
      )}
      <p className="published-link">
        <a href={path} target="_blank" rel="noopener">
          {url}
          <span className="visually-hidden"> {t('(opens in a new tab)')}</span>
        </a>
        <button type="button" onClick={() => void copy()}>
          {t('Copy link')}
        </button>
        {'share' in navigator && (
          <button
            type="button"
            // An error says that the author closed the menu.
            onClick={() => void navigator.share({ title: post.post_title, url }).catch(() => {})}
          >
            {t('Share')}
          </button>
        )}
        <span role="status">{copied}</span>
      </p>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p className="actions">
        {!isUpdate && (
          <button type="button" onClick={onUndo}>
            {t('Undo')}
          </button>
        )}
        <button type="button" onClick={onClose}>
          {t('Back to the text')}
        </button>
        <Link className="button primary" data-first-focus to={listOf(post.kind)} onClick={onClose}>
          {post.kind === 'page' ? t('Pages') : t('All Posts')}
        </Link>
      </p>
    </Dialog>
  );
}

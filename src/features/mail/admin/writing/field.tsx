import { type ComponentProps, useEffect, useId, useState } from 'react';
import { Link } from 'react-router';
import type { Post } from '../../../../core/posts/api/posts.ts';
import { useSite } from '../../../../core/site/pages/site-context.ts';
import { draftOf } from '../../../../core/writing/admin/post-draft.ts';
import type { WritingPart } from '../../../../core/writing/admin/post-form.tsx';
import { Switch } from '../../../../platform/admin/controls/switch.tsx';
import { TextField } from '../../../../platform/admin/controls/text-field.tsx';
import { useNotices } from '../../../../platform/admin/frame/notices.tsx';
import { maxMailPreheaderLength, maxMailSubjectLength } from '../../../../platform/http/api/limits.ts';
import { rich } from '../../../../platform/messages/rich.ts';
import { plural, t } from '../../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../../platform/web/ui/date.tsx';
import { mailOf } from '../../api/public-mail.ts';
import type { PostNewsletter, WritingMail } from '../../api/writing.ts';
import { isSentByDefault } from '../../newsletters/rules/send-by-default.ts';
import { mailCalls } from '../calls.ts';
import { useMail } from '../frame-mail.ts';
import { MailPreviewDialog } from './preview.tsx';

const testMailOnItsWay = (address: string): string =>
  t('A test mail is on its way to {address}.', { address });
const mailGoesOut = t('The mail to subscribers goes out in two minutes.');

type Props = ComponentProps<NonNullable<WritingPart['Field']>>;

/** Whether and how a post is sent to subscribers. Sites without mail, or without subscribers, have no such field. */
function MailField(props: Props) {
  const { subscriptions } = useMail();
  return subscriptions && props.values.kind === 'post' ? <Field {...props} /> : null;
}

export const mailOfPost: WritingPart = {
  name: 'mail',
  Field: MailField,
  async publicationNotice({ id, kind }, site) {
    if (!mailOf(site).subscriptions || kind !== 'post') return null;
    // The post is saved, whatever the answer is.
    const mail = await mailCalls.writing({ post: id }).catch(() => null);
    return mail?.newsletter?.state === 'planned' ? mailGoesOut : null;
  },
};

const pollMs = 5_000;

/** Loaded again after each save, and while something is about to happen. */
function useWritingMail(post: Post | null): WritingMail | null {
  const [state, setState] = useState<WritingMail | null>(null);
  const { reportError } = useNotices();
  const [id, version] = [post?.id ?? null, post?.version];
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version may have changed it
  useEffect(() => {
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async (isFirst: boolean) => {
      try {
        const loaded = await mailCalls.writing({ post: id ?? '' });
        if (!isCurrent) return;
        setState(loaded);
        const { newsletter } = loaded;
        if (newsletter?.state === 'planned' || newsletter?.state === 'sending')
          timer = setTimeout(() => void load(false), pollMs);
      } catch (error) {
        if (isCurrent && isFirst) reportError(error);
      }
    };
    void load(true);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [id, version]);
  return state;
}

function Field({ values, post, latest, change }: Props) {
  const state = useWritingMail(post);
  const site = useSite();
  const { notify, reportError } = useNotices();
  const [isPreviewed, setIsPreviewed] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const hint = useId();
  if (!state) return null;
  const { newsletter, is_old } = state;
  const hasBegun = newsletter !== null && newsletter.state !== 'planned';
  const translation = { isTranslation: values.translation_of !== null, language: values.language };
  const isPublished = post !== null && post.active === 1;
  const checked = values.send_mail ?? (!isPublished && isSentByDefault(state, translation, site.language));

  const sendTest = async () => {
    if (isBusy) return;
    setIsBusy(true);
    try {
      const { address } = await mailCalls.sendTest(draftOf(latest()));
      notify(testMailOnItsWay(address));
    } catch (error) {
      reportError(error);
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <fieldset className="mail-field">
      <legend>{t('Mail')}</legend>
      {hasBegun ? (
        <Sent newsletter={newsletter} />
      ) : (
        <>
          <Switch
            label={t('Send to subscribers by mail')}
            checked={checked && !is_old}
            disabled={is_old}
            aria-describedby={hint}
            onChange={(send_mail) => change({ send_mail })}
          />
          <p id={hint} className="soft">
            <Hint state={state} checked={checked} isPublished={isPublished} />
          </p>
        </>
      )}
      {!hasBegun && checked && !is_old && (
        <>
          <TextField
            dir="auto"
            label={t('Subject')}
            value={values.mail_subject}
            maxLength={maxMailSubjectLength}
            placeholder={values.post_title}
            hint={t('Empty: the title.')}
            onChange={(mail_subject) => change({ mail_subject })}
          />
          <TextField
            dir="auto"
            label={t('Preheader')}
            value={values.mail_preheader}
            maxLength={maxMailPreheaderLength}
            placeholder={values.meta_description}
            hint={t('Shown after the subject in lists of mails. Empty: the description.')}
            onChange={(mail_preheader) => change({ mail_preheader })}
          />
        </>
      )}
      <p className="actions">
        <button type="button" onClick={() => setIsPreviewed(true)}>
          {t('Preview the mail')}
        </button>
        <button type="button" aria-disabled={isBusy} onClick={() => void sendTest()}>
          {t('Send a test mail to me')}
        </button>
      </p>
      {isPreviewed && (
        <MailPreviewDialog
          typed={draftOf(latest())}
          isPublic={isPublished}
          onClose={() => setIsPreviewed(false)}
        />
      )}
    </fieldset>
  );
}

function Hint({
  state: { newsletter, is_old },
  checked,
  isPublished,
}: {
  state: WritingMail;
  checked: boolean;
  isPublished: boolean;
}) {
  if (is_old) return t('It was published more than a week ago: only new posts are sent.');
  if (newsletter?.state === 'planned')
    return rich(
      'It goes out {date}. Until then, unchecking this or deactivating the post, and saving, takes it back.',
      {
        date: newsletter.date_due ? (
          <FormattedDate date={newsletter.date_due} style="full" />
        ) : (
          t('in two minutes')
        ),
      },
    );
  if (!checked) return t('Neither at once nor in the weekly summary.');
  return isPublished
    ? t('It goes out two minutes after you save.')
    : t('It goes out two minutes after publication. Until then you can take it back.');
}

function Sent({ newsletter }: { newsletter: PostNewsletter }) {
  const { id, state, date_started, recipients, sent } = newsletter;
  const people = plural(recipients, { one: '1 subscriber', other: '{count} subscribers' });
  const date = date_started && <FormattedDate date={date_started} style="full" />;

  return (
    <p role="status">
      {state === 'sent' && rich('Sent {date} to {people}.', { date, people })}
      {state === 'sending' && rich('Being sent since {date}: {sent} of {people}.', { date, sent, people })}
      {state === 'canceled' && rich('Stopped. Begun {date}: {sent} of {people}.', { date, sent, people })}{' '}
      {id !== null && <Link to={`/admin/newsletters/${id}`}>{t('Deliveries')}</Link>}
    </p>
  );
}

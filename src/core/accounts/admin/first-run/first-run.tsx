import { useId, useRef, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { FormError } from '../../../../platform/admin/controls/form-error.tsx';
import { TextField } from '../../../../platform/admin/controls/text-field.tsx';
import { useSend } from '../../../../platform/admin/data/use-send.ts';
import { fieldProps } from '../../../../platform/admin/drafts/field-props.ts';
import { useFormDraft } from '../../../../platform/admin/drafts/use-draft.ts';
import { maxDisplayNameLength } from '../../../../platform/http/api/limits.ts';
import { urls } from '../../../../platform/http/urls.ts';
import { t } from '../../../../platform/messages/translate.ts';
import { canonicalLanguage, isTimeZone } from '../../../../platform/web/languages.ts';
import { footerFields } from '../../../site/admin/settings/fields.ts';
import { LanguageSelect, TimeZoneSelect } from '../../../site/admin/settings/language-fields.tsx';
import type { Site } from '../../../site/api/site.ts';
import { useSite } from '../../../site/pages/site-context.ts';
import type { FirstQuestions, FirstRunAnswers } from '../../api/first-run.ts';
import { accountCalls } from '../calls.ts';
import { AccentField } from './accent-field.tsx';
import { SitePreview } from './site-preview.tsx';
import './first-run.css';

type Answers = Pick<
  Site,
  'site_name' | 'language' | 'time_zone' | 'theme_color' | 'fan_site_label' | 'fan_site_url' | 'contact_email'
> & {
  display_name: string;
  /** Null: not touched, so that it follows the language. */
  tagline: string | null;
  thank_you_line: string | null;
};

type Props = FirstQuestions & {
  /** Adds the welcome post in the language of the site. */
  welcome(language: string): Promise<unknown>;
};

/** The first thing that the owner of a new site sees. Answering and skipping both lead to the first post. */
export function FirstRun({ previews, welcome }: Props) {
  const site = useSite();
  const form = useFormDraft<Answers>('first-run', unanswered(site), {
    name: () => t('the first questions'),
    path: urls.admin,
  });
  const { values } = form;
  const field = fieldProps(form);
  const { busy, error, send } = useSend();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const heading = useId();
  const [isWelcome, setWelcome] = useState(true);
  const isFinished = useRef(false);
  const texts = previews[values.language.split('-', 1)[0] ?? ''] ?? previews.en;
  const proposed = (name: 'tagline' | 'thank_you_line') => ({
    ...field(name),
    value: values[name] ?? texts?.[name] ?? '',
  });
  const finish = (answers: () => FirstRunAnswers, welcomeIn?: string) =>
    send(async () => {
      // A second attempt, if the welcome post failed, must not answer again.
      if (!isFinished.current) await accountCalls.finishFirstRun(answers());
      isFinished.current = true;
      if (welcomeIn) await welcome(welcomeIn);
      form.reset(unanswered(site));
      await revalidate();
      await navigate(urls.addPost);
    });
  return (
    <form
      className="first-run"
      aria-labelledby={heading}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const answers = form.latest().values;
        void finish(() => given(answers, texts?.tagline ?? ''), isWelcome ? answers.language : undefined);
      }}
    >
      <div className="questions">
        <header>
          <h2 id={heading}>{t('Make it yours')}</h2>
          <p className="soft">
            {t('A few questions, then your first post. You can change every answer later.')}
          </p>
        </header>
        <TextField
          label={t('Site name')}
          maxLength={100}
          placeholder={site.site_name}
          autoComplete="off"
          {...field('site_name')}
        />
        <TextField
          label={t('Tagline')}
          maxLength={150}
          autoComplete="off"
          hint={t('Readers see it under the name. Empty: none.')}
          {...proposed('tagline')}
        />
        <TextField
          label={t('Your name')}
          maxLength={maxDisplayNameLength}
          autoComplete="name"
          hint={t('Readers see it on your posts. Leave it empty to stay unnamed.')}
          {...field('display_name')}
        />
        <div className="columns">
          <LanguageSelect {...field('language')} />
          <TimeZoneSelect {...field('time_zone')} />
        </div>
        <TextField
          label={t('Thank-you line')}
          maxLength={300}
          autoComplete="off"
          hint={t('At the end of every page.')}
          {...proposed('thank_you_line')}
        />
        <AccentField {...field('theme_color')} />
        <details open={values.fan_site_url !== '' || values.contact_email !== '' || undefined}>
          <summary>{t('Footer (optional)')}</summary>
          <div className="columns">
            <TextField {...footerFields.fan_site_label} {...field('fan_site_label')} />
            <TextField {...footerFields.fan_site_url} {...field('fan_site_url')} />
          </div>
          <TextField {...footerFields.contact_email} {...field('contact_email')} />
        </details>
        <label className="check">
          <input type="checkbox" checked={isWelcome} onChange={(event) => setWelcome(event.target.checked)} />
          {t('Publish a welcome post that shows what a post can hold')}
        </label>
        <p className="actions">
          <button type="submit" className="primary" aria-disabled={busy}>
            {t('Start writing')}
          </button>
          <button
            type="button"
            className="quiet"
            aria-disabled={busy}
            onClick={() => void finish(() => ({}))}
          >
            {t('Skip')}
          </button>
          <span role="status">{busy && t('Saving …')}</span>
        </p>
        <FormError message={error} />
      </div>
      <SitePreview
        name={values.site_name || site.site_name}
        color={values.theme_color}
        language={values.language}
        texts={texts}
      />
    </form>
  );
}

const unanswered = ({ theme_color, fan_site_label, fan_site_url, contact_email }: Site): Answers => ({
  site_name: '',
  display_name: '',
  tagline: null,
  thank_you_line: null,
  ...browserLocale(),
  theme_color,
  fan_site_label,
  fan_site_url,
  contact_email,
});

/** Those of the browser, which are those of the owner most of the time. */
function browserLocale(): Pick<Site, 'language' | 'time_zone'> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const tag = canonicalLanguage(navigator.language) ?? 'en';
  // Few sites are meant for one country. British English differs in dates, and is offered on its own.
  const language = tag === 'en-GB' ? tag : new Intl.Locale(tag).language;
  return { language, time_zone: isTimeZone(timeZone) ? timeZone : 'UTC' };
}

/** What was left empty keeps its default; an empty tagline and thank-you line are answers. */
const given = ({ tagline, thank_you_line, ...values }: Answers, proposed: string): FirstRunAnswers => ({
  ...Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== '')),
  tagline: tagline ?? proposed,
  ...(thank_you_line !== null && { thank_you_line }),
});

import { useEffect, useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { RichTextField } from '../../../../content/editor/rich-text-field.tsx';
import { TextField } from '../../../../platform/admin/controls/text-field.tsx';
import { guarded } from '../../../../platform/admin/data/guarded.ts';
import { useFormDraft } from '../../../../platform/admin/drafts/use-draft.ts';
import { ScreenTitle } from '../../../../platform/admin/frame/screen-title.tsx';
import { SettingsForm } from '../../../../platform/admin/settings/settings-form.tsx';
import { maxBioLength, maxDisplayNameLength } from '../../../../platform/http/api/limits.ts';
import { Problem } from '../../../../platform/http/problem.ts';
import { urls } from '../../../../platform/http/urls.ts';
import { t } from '../../../../platform/messages/translate.ts';
import type { Profile } from '../../api/profiles.ts';
import { saveAgainToReplace } from '../../messages.ts';
import { accountCalls } from '../calls.ts';
import { LanguageField } from './language-field.tsx';
import { LinkFields } from './link-fields.tsx';
import { PhotoField } from './photo-field.tsx';

/** The own profile, or that of another administrator or former author. */
export const loader = guarded(({ params }: LoaderFunctionArgs) =>
  params.id === undefined ? accountCalls.ownProfile() : accountCalls.profile({ id: params.id }),
);

export function Component() {
  const profile = useLoaderData<typeof loader>();
  const name = profile.username ?? profile.display_name;
  return (
    <section>
      <ScreenTitle>{profile.you ? t('Profile') : t('Profile of {name}', { name })}</ScreenTitle>
      <p className="soft">
        {profile.username === null && (
          <>{t('This author is no administrator any more. Posts and comments keep the name.')} </>
        )}
        {t('Readers see this at each post of the author, once there is a display name.')}
      </p>
      <ProfileForm key={profile.id} profile={profile} />
      <PhotoField profile={profile} />
    </section>
  );
}

type Values = Pick<Profile, 'display_name' | 'bio' | 'links' | 'language'>;

const valuesOf = ({ display_name, bio, links, language }: Profile): Values => ({
  display_name,
  bio,
  links,
  language,
});

function ProfileForm({ profile }: { profile: Profile }) {
  const { revalidate } = useRevalidator();
  const form = useFormDraft(`profile:${profile.id}`, valuesOf(profile), {
    name: ({ display_name }) =>
      t('the profile of "{name}"', { name: display_name || (profile.username ?? '') }),
    path: profile.you ? `${urls.admin}/profile` : `${urls.admin}/users/${profile.id}/profile`,
  });
  const { values, change } = form;
  const [firstLanguage] = useState(profile.language);
  useEffect(() => {
    // All texts are loaded anew.
    if (profile.language !== firstLanguage) location.reload();
  }, [profile.language, firstLanguage]);
  const save = async (changed: Values): Promise<Values> => {
    try {
      const saved = await accountCalls.saveProfile({ id: profile.id, ...changed, version: profile.version });
      return valuesOf(saved);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'conflict') throw error;
      await revalidate();
      throw new Problem('conflict', `${error.message} ${saveAgainToReplace}`);
    }
  };
  return (
    <SettingsForm label={t('About the author')} form={form} saved={valuesOf(profile)} save={save}>
      <TextField
        label={t('Display name')}
        autoComplete="name"
        maxLength={maxDisplayNameLength}
        value={values.display_name}
        onChange={(display_name) => change({ display_name })}
        hint={t('Empty: posts name no author, and comments of administrators are named Admin.')}
      />
      <RichTextField
        label={t('Bio')}
        value={values.bio}
        onChange={(bio) => change({ bio })}
        maxLength={maxBioLength}
        placeholder={t('A few words about the author')}
      />
      <LinkFields links={values.links} onChange={(links) => change({ links })} />
      {profile.you && <LanguageField value={values.language} onChange={(language) => change({ language })} />}
    </SettingsForm>
  );
}

import { use } from 'react';
import { t } from '../../messages/translate.ts';
import { NavigationContext } from '../frame/navigation.ts';
import { matching, screensAndSettings } from './find.ts';
import { Finder } from './finder.tsx';

/** Finds a setting by its label, its explanation or a keyword. */
export function SettingsSearch() {
  const navigation = use(NavigationContext);
  return (
    <Finder
      label={t('Find a setting')}
      find={async (query) => matching(await screensAndSettings(navigation), query)}
    />
  );
}

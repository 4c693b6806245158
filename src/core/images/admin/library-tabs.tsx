import { NavLink } from 'react-router';
import { t } from '../../../platform/messages/translate.ts';

/** Images, and audio and video files. */
export const LibraryTabs = () => (
  <nav className="tabs" aria-label={t('Library')}>
    <NavLink to="/admin/image" end>
      {t('Images')}
    </NavLink>
    <NavLink to="/admin/image/media">{t('Media')}</NavLink>
  </nav>
);

import { t } from '../../../platform/messages/translate.ts';

/** Where other programs have their export, and what it contains. */
const programs: readonly (readonly [name: string, where: string])[] = [
  [
    t('WordPress'),
    t('Tools → Export → All content. The .xml file, or a zip of it with the folder wp-content/uploads.'),
  ],
  [
    t('Ghost'),
    t(
      'Settings → Migration tools → Export. The .json file, or a zip of it with the content folder, which has the images.',
    ),
  ],
  [t('Medium'), t('Settings → Security and apps → Download your information. The .zip file as it is.')],
  [t('Substack'), t('Settings → Exports → New export. The .zip file as it is.')],
  [t('Blogger'), t('Settings → Manage blog → Back up content. The .xml file.')],
  [t('Squarespace'), t('Settings → Import & export → Export → WordPress. The .xml file.')],
  [t('Hugo, Jekyll, Eleventy, Zola'), t('A zip of the folder of the site.')],
  [t('Bear Blog, Micro.blog'), t('Settings → Export; Export → Blog Archive. The file as it is.')],
  [t('Disqus'), t('Admin → Export comments. The .xml file; import the posts first.')],
  [t('Isso'), t('Its database, comments.db; import the posts first.')],
  [t('Not Terrible'), t('Settings → Export. The .zip file as it is.')],
];

export function Programs() {
  return (
    <details className="programs">
      <summary>{t('Which exports are understood, and where to find them')}</summary>
      <dl>
        {programs.map(([name, where]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{where}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

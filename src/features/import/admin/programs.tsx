/** Where other programs have their export, and what it contains. */
const programs: readonly (readonly [name: string, where: string])[] = [
  [
    'WordPress',
    'Tools → Export → All content. The .xml file, or a zip of it with the folder wp-content/uploads.',
  ],
  [
    'Ghost',
    'Settings → Migration tools → Export. The .json file, or a zip of it with the content folder, which has the images.',
  ],
  ['Medium', 'Settings → Security and apps → Download your information. The .zip file as it is.'],
  ['Substack', 'Settings → Exports → New export. The .zip file as it is.'],
  ['Blogger', 'Settings → Manage blog → Back up content. The .xml file.'],
  ['Squarespace', 'Settings → Import & export → Export → WordPress. The .xml file.'],
  ['Hugo, Jekyll, Eleventy, Zola', 'A zip of the folder of the site.'],
  ['Bear Blog, Micro.blog', 'Settings → Export; Export → Blog Archive. The file as it is.'],
  ['Disqus', 'Admin → Export comments. The .xml file; import the posts first.'],
  ['Isso', 'Its database, comments.db; import the posts first.'],
  ['Not Terrible', 'Settings → Export. The .zip file as it is.'],
];

export function Programs() {
  return (
    <details className="programs">
      <summary>Which exports are understood, and where to find them</summary>
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

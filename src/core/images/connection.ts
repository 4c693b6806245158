import type { Blog } from '../../platform/blog.ts';
import type { Feature } from '../../platform/feature.ts';
import { t } from '../../platform/messages/translate.ts';

/** The bucket that images are stored in. */
export const imagesFeature: Feature<Blog> = {
  name: 'images',
  connections: [
    {
      name: 's3',
      place: 'files',
      title: t('Image storage (S3)'),
      text: t(
        'Images are stored in DATA_DIR unless a bucket is named here. Images that exist are not moved: stop the site, run the command “move --images-to s3”, and start it again.',
      ),
      needsRestart: true,
      variables: [
        'S3_BUCKET',
        'S3_ENDPOINT',
        'S3_REGION',
        'S3_ACCESS_KEY_ID',
        'S3_SECRET_ACCESS_KEY',
        'S3_PUBLIC_URL',
      ],
      fields: [
        { name: 's3_bucket', label: t('Bucket'), isRequired: true },
        {
          name: 's3_endpoint',
          label: t('Endpoint'),
          kind: 'url',
          isTarget: true,
          hint: t('Empty: Amazon S3. Other providers name theirs, like https://s3.example.org.'),
        },
        { name: 's3_region', label: t('Region') },
        { name: 's3_access_key_id', label: t('Access key ID'), isRequired: true },
        { name: 's3_secret_access_key', label: t('Secret access key'), kind: 'secret', isRequired: true },
        {
          name: 's3_public_url',
          label: t('Public URL of the bucket'),
          kind: 'url',
          hint: t('Optional: readers load images from there instead of from the site.'),
        },
      ],
      toVariables: (values) =>
        Object.fromEntries(Object.entries(values).map(([name, value]) => [name.toUpperCase(), value])),
      test: async (_blog, { s3 }) => {
        if (!s3) throw new Error(t('Enter the bucket first.'));
        const { S3Client } = await import('../../platform/files/s3-client.ts');
        await new S3Client(s3).list('').next();
        return t('The bucket {bucket} can be read.', { bucket: s3.bucket });
      },
    },
  ],
};

import { code, type DemoPost, html, table } from '../post.ts';

export const programming: DemoPost[] = [
  {
    title: 'Drawing Mountains with Random Numbers',
    category: 'code.graphics',
    tags: ['typescript', 'python', 'drawing', 'random'],
    daysAgo: 9,
    active: true,
    votes: 112,
    pictures: [
      { scene: 'mountains', seed: 0, alt: 'Blue ridges fading into the mist' },
      { scene: 'mountains', seed: 1, alt: 'Red ridges in an evening light' },
      { scene: 'mountains', seed: 2, alt: 'Green ridges in the morning' },
      { scene: 'balloons', seed: 2, alt: 'Balloons above violet hills' },
    ],
    content: html(
      '<p>Every picture on this site is a program. I cannot draw, but I can describe drawing to something very patient, and it turns out that a mountain range is mostly <em>a straight line that has been bothered</em>.</p>',
      '<h2>Bother a line</h2>',
      '<p>Take two points. Find the one in the middle and move it up or down at random. Now there are two lines; do the same to both, but half as much. After eight rounds nobody will believe that it used to be straight.</p>',
      code(
        'ts',
        `function ridge(random: () => number, roughness = 0.55): number[] {
  let heights = [random(), random()];
  for (let swing = roughness; heights.length < 256; swing *= roughness) {
    heights = heights.flatMap((here, i) => {
      const there = heights[i + 1];
      return there === undefined ? [here] : [here, (here + there) / 2 + (random() - 0.5) * swing];
    });
  }
  return heights;
}`,
      ),
      '<p>The only number that matters is <code>roughness</code>. At <code>0.3</code> you get pastures; at <code>0.55</code> the Alps; at <code>0.8</code> the printout of a <s>seismograph</s> bad day.</p>',
      '<h2>Air is paint</h2>',
      '<p>One ridge is a diagram. Seven ridges are a landscape, provided that you mix a little more <span style="background-color: #c5def5;">sky</span> into each one the further away it stands. Painters have known this for six hundred years. It took me an evening.</p>',
      '<p><img src="picture:1" alt="Red ridges in an evening light" width="400px"> <img src="picture:2" alt="Green ridges in the morning" width="400px"></p>',
      '<h2>Keep the seed</h2>',
      '<p>Do not use the random numbers of the machine: you will draw the most beautiful mountain of your life and never see it again. Use a generator with a seed. The same in Python, because somebody always asks:</p>',
      code(
        'python',
        `import random

def ridge(seed: int, roughness: float = 0.55) -> list[float]:
    dice = random.Random(seed)
    heights, swing = [dice.random(), dice.random()], roughness
    while len(heights) < 256:
        middles = [(a + b) / 2 + dice.uniform(-swing, swing) / 2
                   for a, b in zip(heights, heights[1:])]
        heights = [h for pair in zip(heights, middles) for h in pair] + heights[-1:]
        swing *= roughness
    return heights`,
      ),
      '<p>The picture at the top of this post is number <strong>0</strong>. I have looked at the first two thousand. Number 0 is still one of the nice ones, which is statistically irritating.</p>',
      '<p><img src="picture:3" alt="Balloons above violet hills" width="640px"></p>',
    ),
    comments: [
      {
        name: 'Semicolon',
        text: 'The flatMap with the missing neighbour is neat. I would have written a for loop and been ashamed of it.',
        approved: true,
        daysAgo: 8,
      },
      { name: 'Off by one', text: 'Your list has 257 entries, surely?', approved: true, daysAgo: 8 },
      { admin: true, text: 'It does, and you have earned your name.', approved: true, daysAgo: 8 },
      {
        name: 'A reader',
        text: 'I do not program at all and read to the end. What does seed 1041 look like?',
        approved: true,
        daysAgo: 6,
      },
      { name: 'Night owl', text: 'Could you do one about clouds?', approved: false, daysAgo: 1 },
    ],
  },
  {
    title: 'A Small Queue That Never Loses Anything',
    category: 'code.databases',
    tags: ['sql', 'typescript', 'reliability'],
    daysAgo: 21,
    revisedDaysAgo: 18,
    active: true,
    votes: 86,
    pictures: [{ scene: 'city', seed: 0, alt: 'Towers at night, a window lit here and there' }],
    content: html(
      '<p>You probably do not need a message broker. You need one table, one index and the courage to say so in a meeting.</p>',
      '<h2>The table</h2>',
      code(
        'sql',
        `create table job (
  id         bigint generated always as identity primary key,
  kind       text        not null,
  payload    jsonb       not null,
  due        timestamptz not null default now(),
  attempts   integer     not null default 0,
  done       timestamptz
);
create index job_due on job (due) where done is null;`,
      ),
      '<p>The <strong>partial index</strong> is the whole trick. It holds only the work that is left, so it stays tiny even when the table has swallowed years of history.</p>',
      '<h2>Taking one</h2>',
      code(
        'sql',
        `select * from job
where done is null and due <= now()
order by due
limit 1
for update skip locked;`,
      ),
      '<p><code>skip locked</code> means that two workers never wait for each other: each sees the first job that nobody else is holding. If a worker dies, its transaction ends, its lock ends, and the job is simply there again. There is no clean-up task, because there is <em>nothing to clean up</em>.</p>',
      '<h2>Doing it</h2>',
      code(
        'ts',
        `export async function workOnce(db: Database, doers: Doers): Promise<boolean> {
  return db.transaction(async (tx) => {
    const job = await takeOne(tx);
    if (!job) return false;
    try {
      await doers[job.kind](job.payload);
      await finish(tx, job.id);
    } catch (error) {
      await postpone(tx, job, 2 ** job.attempts);
    }
    return true;
  });
}`,
      ),
      '<h3>What it promises, exactly</h3>',
      table(
        ['Promise', 'Kept?'],
        ['Nothing is lost', '<span style="color: #006b75;">yes</span>'],
        [
          'Nothing is done twice',
          '<span style="color: #b60205;">no</span>: a doer may finish and the power fail before we write it down',
        ],
        ['Order', 'roughly'],
        ['A million a second', 'no, and neither do you'],
      ),
      '<p>The second row is the one to remember. <u>At least once</u> is the best that anyone can honestly sell; make the doing harmless to repeat and you can sleep.</p>',
    ),
    comments: [
      { name: 'Exactly once', text: 'I feel attacked.', approved: true, daysAgo: 20 },
      {
        name: 'Slow bus',
        text: 'We replaced four services with this last spring. The meeting was, as you say, the hard part.',
        approved: true,
        daysAgo: 19,
      },
    ],
  },
  {
    title: 'Twelve Lines of CSS I Keep Coming Back To',
    category: 'code.web',
    tags: ['css', 'web', 'quick'],
    daysAgo: 44,
    active: true,
    votes: 77,
    pictures: [{ scene: 'bauhaus', seed: 0, alt: 'Red, yellow, blue and black shapes in a grid' }],
    content: html(
      '<p>I have a folder of clever stylesheets that I never open, and one file of twelve lines that I copy into everything. Here is the file.</p>',
      code(
        'css',
        `body {
  max-width: 65ch;
  margin-inline: auto;
  padding: 1rem;
  font: 1.125rem / 1.6 system-ui, sans-serif;
  color-scheme: light dark;
  text-wrap: pretty;
}
img {
  max-width: 100%;
  height: auto;
}`,
      ),
      '<p>That is all. Let me say why each of them has earned its place:</p>',
      '<ul><li><p><code>65ch</code> — lines as long as those in a paperback, whatever the font.</p></li><li><p><code>margin-inline</code> — centred, and still right when the language runs the <em>other</em> way.</p></li><li><p><code>color-scheme</code> — <strong>dark mode in one line</strong>, scrollbars and form fields included.</p></li><li><p><code>text-wrap: pretty</code> — no more lonely words on the last line.</p></li><li><p><code>height: auto</code> — a picture keeps its shape, and the browser keeps its place.</p></li></ul>',
      '<p>Write content into that and it will look <u>considered</u> before you have considered anything. Then add a thirteenth line, if you must, and be able to say why.</p>',
      '<h3>What is not in it</h3>',
      '<p>A reset, for a start. I used to begin every project by removing everything that the browser knows about paragraphs, and then spend a week putting it back. The margins of a browser are not an accident; they were set by people who read. Nor is there a breakpoint in it. A column that is at most <code>65ch</code> wide is narrow on a narrow screen <strong>by itself</strong>, and the only thing I ever had to do about telephones was to stop doing something about telephones.</p>',
      '<p>And no colour. There will be a colour: it comes last, when the page is already good in black and white, and there will be exactly one of it.</p>',
    ),
    comments: [
      {
        name: 'Left shoe',
        text: 'I count eight lines, unless the brackets are on the payroll.',
        approved: true,
        daysAgo: 43,
      },
      {
        admin: true,
        text: 'They are. They hold everything together and ask for nothing.',
        approved: true,
        daysAgo: 43,
      },
    ],
  },
  {
    title: 'Shell One-Liners for the Forgetful',
    category: 'code.tools',
    tags: ['bash', 'tools', 'lists'],
    daysAgo: 76,
    active: true,
    votes: 52,
    pictures: [],
    content: html(
      '<p>Things that I look up so often that the search engine has started to sigh. I write them down here so that it can sigh at my own site instead.</p>',
      '<h4>Which files are eating the disk?</h4>',
      code('bash', 'du -xh --max-depth=2 . | sort -rh | head -20'),
      '<h4>What changed here since yesterday?</h4>',
      code('bash', "find . -type f -newermt 'yesterday' -not -path './.git/*' -print"),
      '<h4>Rename all the holiday pictures</h4>',
      code(
        'bash',
        `i=0
for picture in *.jpg; do
  mv -n -- "$picture" "$(printf 'island-%03d.jpg' "$((i += 1))")"
done`,
      ),
      '<h4>Serve this folder, right now</h4>',
      code('bash', 'python3 -m http.server --bind 127.0.0.1 8000'),
      '<p>The <code>--bind</code> matters. Without it you are serving the folder to everybody in the café as well, and some of them are reading this.</p>',
      '<h4>Which of these words do I use too often?</h4>',
      code(
        'bash',
        String.raw`tr -cs '[:alpha:]' '\n' < draft.txt | tr '[:upper:]' '[:lower:]' | sort | uniq -c | sort -rn | head`,
      ),
      '<p>It is the oldest party trick there is, and I run it over everything that I publish. The answer is always the same. The answer is <em>just</em>.</p>',
      '<p>And the one that has saved me most often, which is not a command at all: <strong>put <code>echo</code> in front of it first</strong>, read what it says, and only then take the <code>echo</code> away.</p>',
      '<blockquote><p>The <code>-n</code> after <code>mv</code> means “do not overwrite anything”. I learnt about it the day after I needed it.</p></blockquote>',
    ),
    comments: [
      {
        name: 'Anonymous',
        text: 'The day after I needed it — yes. That is where all my knowledge comes from.',
        approved: true,
        daysAgo: 75,
      },
    ],
  },
];

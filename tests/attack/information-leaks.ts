/** What no answer may tell of how it was made. */
const leakPatterns: [string, RegExp][] = [
  ['a line of a stack', /\bat (?:async )?[\w.<>]+ \(?(?:file|node|\/)[^)\s]*:\d+:\d+/],
  ['a file of ours', /\b(?:server|contract|node_modules|build)\/[\w/.-]+\.(?:ts|js|mjs)\b/],
  [
    'a query',
    /\b(?:select .+ from |insert into |update \w+ set |delete from )"?(?!password|\(select)\w+"? /i,
  ],
  [
    'what the database said',
    /duplicate key|violates \w+|relation "|invalid input syntax|row-level security|SQLSTATE/i,
  ],
  ['a role or login of the database', /\bcandour_(?:app|auth|clinic|patient|admin|job|link|search|owner)\b/],
  ['a hash of a password', /\$argon2/],
  ['a key', /-----BEGIN|MASTER_KEY/],
]

/** The kinds of what an answer tells that nobody was meant to know. */
export const findLeaks = (text: string, dataDir: string): string[] => [
  ...leakPatterns.filter(([, sign]) => sign.test(text)).map(([what]) => what),
  ...(text.includes(dataDir) ? ['where files are kept'] : []),
]

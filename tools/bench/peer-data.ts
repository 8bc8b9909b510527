import pg from 'pg'

/** A database of its own beside the product's, in the same PostgreSQL with the same settings. */
export async function createPeerDatabase(
  owner: pg.Client,
  login: pg.ClientConfig,
  name: string,
): Promise<pg.Client> {
  await owner.query(`create database ${name}`)
  const client = new pg.Client({ ...login, database: name })
  await client.connect()
  return client
}

/** The token of each consent of a peer, which it can be given a list of. */
const tokenSql = `translate(rtrim(encode(decode(md5('token' || at), 'hex'), 'base64'), '='), '+/', '-_')`

/** One practice with so many consents of one text, none signed; answers their tokens. */
export async function seedLean(client: pg.Client, content: string, count: number): Promise<string[]> {
  await client.query(`
    create table clinic (id int primary key, name text not null);
    create table template (id int primary key, content text not null);
    create table consent (id int primary key, clinic_id int not null, template_id int not null, token text not null unique,
      status text not null, signed_at timestamptz, details jsonb not null);
    create table signature (id bigint generated always as identity primary key, consent_id int not null, mark jsonb not null,
      signer text not null, at timestamptz not null default now());
    create index on signature (consent_id);
    create table audit (id bigint generated always as identity primary key, clinic_id int not null, consent_id int,
      action text not null, details jsonb not null, at timestamptz not null default now());
    create index on audit (clinic_id, at);
    create index on audit (consent_id);
    insert into clinic values (1, 'Harbour Street Dental')`)
  await client.query('insert into template values (1, $1)', [content])
  await client.query(
    `insert into consent select at, 1, 1, ${tokenSql}, 'viewed', null, '{"tooth": "UR6"}' from generate_series(1, $1::int) at`,
    [count],
  )
  await client.query('vacuum analyze')
  return tokensOf(client, count)
}

/** The same in the tables that Parse Server made by its schema. */
export async function seedParse(client: pg.Client, content: string, count: number): Promise<string[]> {
  const made = `timestamptz '2026-01-01Z', timestamptz '2026-01-01Z'`
  await client.query(
    `insert into "Clinic" ("objectId", "createdAt", "updatedAt", name) select 'c1', ${made}, 'Harbour Street Dental'`,
  )
  await client.query(
    `insert into "TemplateVersion" ("objectId", "createdAt", "updatedAt", content) select 't1', ${made}, $1::jsonb`,
    [content],
  )
  await client.query(
    `insert into "Consent" ("objectId", "createdAt", "updatedAt", clinic, template, token, status, details)
     select 'k' || at, ${made}, 'c1', 't1', ${tokenSql}, 'viewed', '{"tooth": "UR6"}' from generate_series(1, $1::int) at`,
    [count],
  )
  await client.query('create index on "Consent" (token); create index on "Signature" (consent)')
  await client.query('vacuum analyze')
  return tokensOf(client, count)
}

async function tokensOf(client: pg.Client, count: number): Promise<string[]> {
  const { rows } = await client.query<{ token: string }>(
    `select ${tokenSql} as token from generate_series(1, $1::int) at`,
    [count],
  )
  return rows.map(({ token }) => token)
}

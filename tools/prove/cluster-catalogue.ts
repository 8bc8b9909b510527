import pg from 'pg'

/** The number of its shard behind the name of whatever belongs to it. */
const shard = `_1\\d{5}\\M`

/** What a server of a cluster has, a line each: policies, rights, columns, constraints, triggers, indexes, functions. */
const catalogue = `
  select distinct regexp_replace(line, '${shard}', '', 'g') as line from (
    select concat_ws(' | ', 'policy', c.relname, p.polname, p.polpermissive, p.polcmd,
      array(select r::regrole::text from unnest(p.polroles) r order by 1)::text,
      pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) as line
    from pg_policy p join pg_class c on c.oid = p.polrelid where c.relnamespace = 'public'::regnamespace
    union all select concat_ws(' | ', 'rights', c.relname, c.relrowsecurity, c.relforcerowsecurity,
      array(select a::text from unnest(c.relacl) a order by 1)::text)
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    union all select concat_ws(' | ', 'column', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
      (select pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d where d.adrelid = c.oid and d.adnum = a.attnum),
      array(select x::text from unnest(a.attacl) x order by 1)::text)
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    union all select concat_ws(' | ', 'constraint', c.relname, k.conname, pg_get_constraintdef(k.oid))
    from pg_constraint k join pg_class c on c.oid = k.conrelid where c.relnamespace = 'public'::regnamespace
    union all select concat_ws(' | ', 'trigger', c.relname, t.tgname, t.tgenabled, pg_get_triggerdef(t.oid))
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
    union all select concat_ws(' | ', 'index', c.relname, pg_get_indexdef(i.indexrelid))
    from pg_index i join pg_class c on c.oid = i.indrelid where c.relnamespace = 'public'::regnamespace
    union all select concat_ws(' | ', 'function', p.oid::regprocedure::text, p.proowner::regrole, md5(pg_get_functiondef(p.oid)),
      array(select a::text from unnest(p.proacl) a order by 1)::text)
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and not exists (
      select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  ) every order by 1`

async function readCatalogue(login: pg.ClientConfig): Promise<string[]> {
  const client = new pg.Client(login)
  await client.connect()
  try {
    return (await client.query<{ line: string }>(catalogue)).rows.map(({ line }) => line)
  } finally {
    await client.end()
  }
}

/** How many lines two databases of a server share, and those that one of them lacks. */
export async function compareCatalogues(
  one: pg.ClientConfig,
  other: pg.ClientConfig,
): Promise<{ same: number; different: string[] }> {
  const [first, second] = [new Set(await readCatalogue(one)), new Set(await readCatalogue(other))]
  return { same: first.intersection(second).size, different: [...first.symmetricDifference(second)] }
}

import type pg from 'pg'

/** Roles without a login; the application takes one of the first group for each transaction (rulings 4). */
const scopeRoles = [
  'candour_clinic',
  'candour_patient',
  'candour_link',
  'candour_supporter',
  'candour_admin',
  'candour_group',
  'candour_job',
  'candour_integration',
  'candour_destroyer',
  'candour_sealer',
  'candour_emergency',
]
const ownerRoles = ['candour_opener', 'candour_search']

/** Reads every row and writes none: what a backup is made as. The owner alone may take it. */
export const backupRole = 'candour_backup'

const login = 'login nosuperuser nobypassrls nocreatedb nocreaterole'

/** Passwords of the application's logins, for those that are made here; one that is there keeps its own. */
export type LoginPasswords = { candour_app?: string; candour_auth?: string }

async function createRole(owner: pg.Client, name: string, how: string): Promise<void> {
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [name])
  if (!rowCount) await owner.query(`create role ${name} ${how}`)
}

const loginOptions = (owner: pg.Client, password: string | undefined): string =>
  password ? `${login} password ${owner.escapeLiteral(password)}` : login

/**
 * Makes the roles the migrations name, and lets the application take the scope roles without inheriting them: a query
 * outside a scope then fails. Run as the owner, before the migrations; safe to repeat.
 */
export async function createRoles(owner: pg.Client, passwords: LoginPasswords): Promise<void> {
  for (const name of [...scopeRoles, ...ownerRoles, backupRole]) await createRole(owner, name, 'nologin')
  await createRole(owner, 'candour_app', loginOptions(owner, passwords.candour_app))
  await createRole(owner, 'candour_auth', loginOptions(owner, passwords.candour_auth))
  await owner.query(`grant ${scopeRoles.join(', ')} to candour_app with inherit false, set true`)
  await owner.query(`grant ${backupRole} to current_user with inherit false, set true`)
  // Functions are handed to these, and replaced as theirs: an owner who is no superuser needs to be one of them.
  await owner.query(`grant ${ownerRoles.join(', ')} to current_user with inherit true, set true`)
}

/** Whether the roles that functions are handed to may be given any: PostgreSQL asks them for this, and only migrations do. */
export async function letOwnFunctions(owner: pg.Client, may: boolean): Promise<void> {
  const roles = ownerRoles.join(', ')
  await owner.query(
    may ? `grant create on schema public to ${roles}` : `revoke create on schema public from ${roles}`,
  )
}

/**
 * Lets the roles of transactions connect from one server of a cluster to another, where `pg_hba.conf` says from where. On
 * the other servers those are there that tables name. Safe to repeat.
 */
export async function letRolesConnect(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    'select rolname as name from pg_roles where rolname = any($1) and not rolcanlogin order by 1',
    [[...scopeRoles, ...ownerRoles]],
  )
  for (const { name } of rows) await owner.query(`alter role ${name} login`)
}

/**
 * Lets the backup read whatever tables there are, and nothing else of them. Run as the owner after the migrations, so
 * that no table can be forgotten; safe to repeat.
 */
export async function grantBackupAccess(owner: pg.Client): Promise<void> {
  await owner.query(`
    grant usage on schema public, auth, pgboss to ${backupRole};
    grant select on all tables in schema public, auth to ${backupRole};
    grant select on pgboss.job, pgboss.queue, pgboss.version to ${backupRole};
    do $$
    declare t record;
    begin
      for t in select c.oid::regclass as name from pg_class c
               where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity
                 and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'backup') loop
        execute format('create policy backup on %s for select to ${backupRole} using (true)', t.name);
      end loop;
    end $$`)
}

/** Stops a start under a login that could bypass row-level security: superuser, BYPASSRLS or owner of tables. */
export async function assertRestrictedLogin(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; powerful: boolean }>(
    `select r.rolname as name, r.rolsuper or r.rolbypassrls
       or exists (select 1 from pg_class c where c.relowner = r.oid and c.relkind = 'r') as powerful
     from pg_roles r where r.rolname = session_user`,
  )
  if (rows[0]?.powerful) {
    throw new Error(
      `DATABASE_URL signs in as ${rows[0].name}, which could bypass row-level security. Use the login candour_app, which owns nothing.`,
    )
  }
}

import type pg from 'pg'

/** Roles without a login; the application takes one of the first four for each transaction (rulings 4). */
const scopeRoles = ['candour_clinic', 'candour_patient', 'candour_admin', 'candour_job']
const ownerRoles = ['candour_opener', 'candour_search']

async function makeRole(owner: pg.Client, name: string, how: string): Promise<void> {
  await owner.query(`do $$ begin create role ${name} ${how}; exception when duplicate_object or unique_violation then null; end $$`)
}

/**
 * Makes the roles the migrations name, and lets the application take the scope roles without inheriting them: a query
 * outside a scope then fails. Run as the owner, before the migrations; safe to repeat.
 */
export async function makeRoles(owner: pg.Client): Promise<void> {
  for (const name of [...scopeRoles, ...ownerRoles]) await makeRole(owner, name, 'nologin')
  await makeRole(owner, 'candour_app', 'login nosuperuser nobypassrls nocreatedb nocreaterole')
  await makeRole(owner, 'candour_auth', 'login nosuperuser nobypassrls nocreatedb nocreaterole')
  await owner.query(`grant ${scopeRoles.join(', ')} to candour_app with inherit false, set true`)
}

/** Gives a login its password, where the installation names it in its settings (rulings 4). */
export async function setPassword(owner: pg.Client, role: 'candour_app' | 'candour_auth', password: string): Promise<void> {
  await owner.query(`alter role ${role} password ${owner.escapeLiteral(password)}`)
}

/** Stops a start under a login that could bypass row-level security: superuser, BYPASSRLS or owner of tables. */
export async function refusePowerfulLogin(client: pg.ClientBase): Promise<void> {
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

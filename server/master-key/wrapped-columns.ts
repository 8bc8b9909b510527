/** A column whose texts are wrapped with the master key. */
export type WrappedColumn = {
  table: string
  column: string
  /** What tells a row from the others, as SQL. */
  id: string
  /** What its texts were wrapped for, as SQL. */
  purpose: string
}

/** Every place where something is kept that only the master key opens; a test looks for others. */
export const wrappedColumns: readonly WrappedColumn[] = [
  { table: 'root_keys', column: 'wrapped_key', id: 'id', purpose: `'root-key'` },
  { table: 'sealing_keys', column: 'wrapped_key', id: 'id', purpose: `'sealing-key'` },
  { table: 'auth.second_factor', column: 'secret', id: 'user_id', purpose: `'second-factor'` },
  { table: 'webhooks', column: 'secret', id: 'id', purpose: `'webhook'` },
  { table: 'webhooks', column: 'previous_secret', id: 'id', purpose: `'webhook'` },
  { table: 'practice_systems', column: 'secret', id: 'id', purpose: `'practice-system'` },
  { table: 'sign_in_connections', column: 'secret', id: 'id', purpose: `'single-sign-on'` },
  { table: 'group_sign_in_connections', column: 'secret', id: 'id', purpose: `'single-sign-on'` },
  { table: 'data_keys', column: 'wrapped_key', id: 'id', purpose: `'data-key/' || clinic_id || '/' || id` },
  { table: 'installation_settings', column: 'secret', id: 'name', purpose: `'setup-' || name` },
]

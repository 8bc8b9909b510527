import type { Distribution } from './platform/database/distribution.ts'

/**
 * Where the tables are when the database is spread over several servers by Citus: those of a practice by the practice, and
 * those of the platform on every server, but for these.
 */
export const distribution: Distribution = {
  // Named by no row of a practice, and written by instances, sign-in and sweeps alone.
  local: [
    ...['enquiries', 'installation_settings', 'instances', 'maintenance', 'platform_totals'],
    ...['practice_group_people', 'rate_limits', 'root_keys', 'total_changes'],
  ],
  apart: [
    // Written by the bare login within the transaction of another role.
    ['audit_rows', 'audit_seals', 'audit_unsealed'],
    // Written first, before a function may read with its owner's rights.
    ['idempotency_keys'],
  ],
  // Which practices a group has is asked for each row that the group counts, wherever that row is.
  everywhere: ['practice_group_members'],
}

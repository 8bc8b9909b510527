import { randomUUID } from 'node:crypto'
import type pg from 'pg'

/**
 * So many more of a practice's staff, by their addresses. Each has the password of the one after whom they are made, so
 * that they sign in as that one does: the database knows no quicker way.
 */
export async function addStaff(owner: pg.Client, after: string, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_none, place) => `board${place}@proof.example`)
  for (const email of emails) {
    const userId = randomUUID()
    await owner.query(
      `insert into auth."user" (id, name, email, email_verified, platform_role) values ($1, 'Bea Board', $2, true, 'member')`,
      [userId, email],
    )
    await owner.query(
      `insert into auth.account (id, account_id, provider_id, user_id, password)
       select $1, $2, 'credential', $2, a.password from auth.account a join auth."user" u on u.id = a.user_id
       where u.email = $3 and a.provider_id = 'credential'`,
      [randomUUID(), userId, after],
    )
    await owner.query(
      `insert into staff (clinic_id, user_id, email, first_name, last_name, role, permission_level, job_title, registered)
       select clinic_id, $1, $2, 'Bea', 'Board', 'clinic_staff', 3, 'Receptionist', true from staff where email = $3`,
      [userId, email, after],
    )
  }
  return emails
}

import type { Api } from '../../api.ts'

/** Everything a person sees of their own account. */
export type Account = Awaited<ReturnType<Api['account']['get']>>

/** What a section needs: the account, and a way to fetch it anew after a change. */
export type SectionProps = { account: Account; onChanged: () => Promise<void> }

import { ButtonLink } from '../../ui/plain/button.tsx'
import { homePathOf } from './guard-rules.ts'
import { useSessionUser } from './session-user.tsx'

/** The way on from a page that is not there: to where whoever is signed in begins. */
export const HomeLink = () => (
  <ButtonLink href={homePathOf(useSessionUser().role)}>Go to the dashboard</ButtonLink>
)

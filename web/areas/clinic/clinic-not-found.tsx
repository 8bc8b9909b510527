import { MissingPage } from '../../features/identity/missing-page.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'

const ClinicNotFound = () => (
  <MissingPage>
    <ButtonLink href="/clinic">Go to the dashboard</ButtonLink>
  </MissingPage>
)
export default ClinicNotFound

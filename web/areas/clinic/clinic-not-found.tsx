import { NotFoundPage } from '../../features/identity/not-found-page.tsx'

const ClinicNotFound = () => <NotFoundPage />
export default ClinicNotFound

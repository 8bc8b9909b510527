import { NotFoundPage } from '../../features/identity/not-found-page.tsx'

const AdminNotFound = () => <NotFoundPage />
export default AdminNotFound

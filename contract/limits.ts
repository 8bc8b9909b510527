/**
 * Constants and limits of the product, named with their units (specification section 9 and ours).
 * Import-free, so that browsers may use it as a value.
 */

/** Safety time-outs of the browser's session loading. */
export const auth_loading_ms_max = 3000
export const permissions_loading_ms_max = 5000

/** A script chunk that has not arrived by then is reported as failed, with an offer to reload. */
export const chunk_load_seconds_max = 120

/** A call to the API gives up after this long. */
export const call_ms_max = 70_000

export const password_length_min = 12

/** Ours: sessions, links and the proof of a birth date. */
export const session_hours_max = 12
export const link_days = 30
export const birth_date_attempts_max = 5
export const patient_session_minutes = 60

/** Ours: signatures. */
export const signature_bytes_max = 256 * 1024
export const signature_points_max = 20_000
export const signature_points_min = 5
export const signer_name_length_max = 120
/** Why a patient declines or withdraws, in their own words. */
export const patient_reason_length_max = 1000

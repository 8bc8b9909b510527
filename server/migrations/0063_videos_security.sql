-- Videos and uploads that were begun: a clinic's own and the platform's, as templates. What consents were sent with is
-- noted once and never taken back.

alter table videos force row level security;--> statement-breakpoint
alter table video_uploads force row level security;--> statement-breakpoint
alter table video_showings force row level security;--> statement-breakpoint

grant select, insert, delete, update (width, height, duration, thumbnail, transcript, captions, state, state_reason, upload_id,
  playable_id, playable_bytes, poster_id, poster_bytes, removed_at) on videos to candour_clinic, candour_admin;--> statement-breakpoint
grant select, insert, delete, update (video_id) on video_uploads to candour_clinic, candour_admin;--> statement-breakpoint
grant select, insert on video_showings to candour_clinic;--> statement-breakpoint
grant select (video_id) on video_showings to candour_admin;--> statement-breakpoint
-- Sweeps list ids, and learn no name.
grant select (id, owner_clinic_id, state, removed_at) on videos to candour_job;--> statement-breakpoint
grant select (id, owner_clinic_id, created_at) on video_uploads to candour_job;

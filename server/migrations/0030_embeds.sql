-- Views of consents in the frames of other programs: whose pages may show them, and the addresses that open once.
CREATE TABLE "embed_origins" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"origin" text NOT NULL,
	"added_by" uuid NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "embed_origins_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);
--> statement-breakpoint
ALTER TABLE "embed_origins" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "embeds" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"token_hash" text NOT NULL,
	"key_id" uuid NOT NULL,
	"origin_id" uuid NOT NULL,
	"shown_patient_id" uuid NOT NULL,
	"shown_consent_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone,
	"view_token_hash" text,
	CONSTRAINT "embeds_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);
--> statement-breakpoint
ALTER TABLE "embeds" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "embed_origins" ADD CONSTRAINT "embed_origins_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "embed_origins" ADD CONSTRAINT "embed_origins_clinic_id_added_by_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","added_by") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "embeds" ADD CONSTRAINT "embeds_clinic_id_key_id_api_keys_clinic_id_id_fk" FOREIGN KEY ("clinic_id","key_id") REFERENCES "public"."api_keys"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "embeds" ADD CONSTRAINT "embeds_clinic_id_origin_id_embed_origins_clinic_id_id_fk" FOREIGN KEY ("clinic_id","origin_id") REFERENCES "public"."embed_origins"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "embed_origins_listed" ON "embed_origins" USING btree ("clinic_id","origin") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "embed_origins_frame" ON "embed_origins" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "embeds_token" ON "embeds" USING btree ("clinic_id","token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "embeds_view_token" ON "embeds" USING btree ("clinic_id","view_token_hash");--> statement-breakpoint
CREATE POLICY "clinic" ON "embed_origins" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "opener" ON "embed_origins" AS PERMISSIVE FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint
CREATE POLICY "clinic" ON "embeds" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
-- An origin is removed and never changed: what was made for it was made for that one.
grant select, insert, update (removed_at) on embed_origins to candour_clinic;--> statement-breakpoint
grant select, insert, update (opened_at, view_token_hash, expires_at), delete on embeds to candour_clinic;--> statement-breakpoint
grant select (clinic_id, id, origin, removed_at) on embed_origins to candour_opener;--> statement-breakpoint
-- A record that is destroyed takes along what shows it: by no key, since these rows are good for an hour at most.
grant select, delete on embeds to candour_destroyer;--> statement-breakpoint
create policy destroyer on embeds to candour_destroyer using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
  and exists (select from public.patients p where p.clinic_id = embeds.clinic_id and p.id = embeds.shown_patient_id));--> statement-breakpoint

-- Whose page may show a frame, and of which practice: of an origin that is listed still, in an active practice.
create function open_embed_frame(wanted uuid) returns table (clinic_id uuid, origin text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select o.clinic_id, o.origin
  from public.embed_origins o join public.clinics c on c.id = o.clinic_id and c.status = 'active'
  where o.id = wanted and o.removed_at is null
$$;
alter function open_embed_frame(uuid) owner to candour_opener;--> statement-breakpoint
revoke all on function open_embed_frame(uuid) from public;
grant execute on function open_embed_frame(uuid) to candour_app;

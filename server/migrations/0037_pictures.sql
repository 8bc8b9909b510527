CREATE TABLE "consent_pictures" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"kind" text NOT NULL,
	"caption" text NOT NULL,
	"taken_on" text,
	"alt" text NOT NULL,
	"marks" jsonb NOT NULL,
	"confirmed_for" text,
	"waiting_bytes" "bytea",
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "consent_pictures_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "consent_pictures_type_known" CHECK (type in ('image/jpeg', 'image/png')),
	CONSTRAINT "consent_pictures_kind_known" CHECK (kind in ('xray', 'photo'))
);
--> statement-breakpoint
ALTER TABLE "consent_pictures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "consent_pictures" ADD CONSTRAINT "consent_pictures_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consent_pictures_of_consent" ON "consent_pictures" USING btree ("clinic_id","consent_id","id");--> statement-breakpoint
CREATE INDEX "consent_pictures_by_content" ON "consent_pictures" USING btree ("clinic_id","sha256");--> statement-breakpoint
CREATE POLICY "clinic" ON "consent_pictures" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient" ON "consent_pictures" AS PERMISSIVE FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));
CREATE TABLE "saved_views" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"staff_id" uuid,
	"name" text NOT NULL,
	"filter" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "saved_views_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "saved_views_name" UNIQUE NULLS NOT DISTINCT("clinic_id","staff_id","name")
);
--> statement-breakpoint
ALTER TABLE "saved_views" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX "consents_to_reconfirm";--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consents_drafted" ON "consents" USING btree ("clinic_id","updated_at","id") WHERE status in ('draft', 'approved');--> statement-breakpoint
CREATE INDEX "consents_awaiting" ON "consents" USING btree ("clinic_id","updated_at","id","expires_at") WHERE status in ('sent', 'viewed');--> statement-breakpoint
CREATE INDEX "consents_agreed" ON "consents" USING btree ("clinic_id","updated_at","id") WHERE status in ('verbal', 'signed', 'finalised');--> statement-breakpoint
CREATE INDEX "consents_refused" ON "consents" USING btree ("clinic_id","updated_at","id") WHERE status in ('declined', 'withdrawn');--> statement-breakpoint
CREATE INDEX "consents_of_carer" ON "consents" USING btree ("clinic_id",(coalesce(takeover_id, clinician_id)),"updated_at","id");--> statement-breakpoint
CREATE INDEX "consents_by_treatment" ON "consents" USING btree ("clinic_id","treatment","updated_at","id");--> statement-breakpoint
CREATE INDEX "consents_by_signing" ON "consents" USING btree ("clinic_id","signed_at") WHERE signed_at is not null;--> statement-breakpoint
CREATE INDEX "consents_to_reconfirm" ON "consents" USING btree ("clinic_id","updated_at","id") WHERE reconfirm_since is not null;--> statement-breakpoint
CREATE POLICY "clinic" ON "saved_views" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);
CREATE TABLE "kiosk_forms" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"handover_id" uuid NOT NULL,
	"consent_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"link_id" uuid,
	CONSTRAINT "kiosk_forms_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "kiosk_forms_once" UNIQUE("clinic_id","handover_id","consent_id")
);
--> statement-breakpoint
ALTER TABLE "kiosk_forms" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "kiosk_handovers" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"session_id" text NOT NULL,
	"staff_id" uuid NOT NULL,
	"failed_attempts" integer DEFAULT 0 NOT NULL,
	"proved_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "kiosk_handovers_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "kiosk_handovers_attempts" CHECK (failed_attempts >= 0)
);
--> statement-breakpoint
ALTER TABLE "kiosk_handovers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "auth"."session" ADD COLUMN "locked_to" uuid;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "handed_by" uuid;--> statement-breakpoint
ALTER TABLE "kiosk_forms" ADD CONSTRAINT "kiosk_forms_of_handover" FOREIGN KEY ("clinic_id","handover_id") REFERENCES "public"."kiosk_handovers"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kiosk_forms" ADD CONSTRAINT "kiosk_forms_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kiosk_handovers" ADD CONSTRAINT "kiosk_handovers_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_clinic_id_handed_by_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","handed_by") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "clinic" ON "kiosk_forms" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "kiosk_handovers" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);
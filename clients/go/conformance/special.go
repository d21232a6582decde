package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"os"
	"time"

	"example.com/callanalysis"
)

var specialCalls = map[string]func(context.Context, *callanalysis.Client, *request) (any, error){
	"analyses.create":              create,
	"analyses.events":              events,
	"analyses.wait_for_completion": waitForCompletion,
	"analyses.wait_for_correction": waitForCorrection,
	"uploads.create":               createUpload,
	"uploads.get":                  getUpload,
	"uploads.send":                 sendUpload,
	"uploads.delete":               deleteUpload,
}

// progress is what an upload told of itself.
type progress struct {
	Calls     int    `json:"calls"`
	Last      int64  `json:"last"`
	Total     *int64 `json:"total"`
	Monotonic bool   `json:"monotonic"`
}

func (p *progress) tell(sent, total int64) {
	p.Calls++
	p.Monotonic = p.Monotonic && sent >= p.Last
	p.Last, p.Total = sent, &total
	if total < 0 {
		p.Total = nil
	}
}

func create(ctx context.Context, client *callanalysis.Client, r *request) (any, error) {
	params := new(callanalysis.AnalysesCreateParams)
	if err := r.read(params); err != nil {
		return nil, err
	}
	params.NullFields = r.nulls()
	params.File, params.URL, params.FileName = r.text("file"), r.text("url"), r.text("file_name")
	params.UploadID = r.text("upload_id")
	if path := r.text("stream"); path != "" {
		file, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		params.Reader = file
	}
	if _, wanted := r.Args["progress"]; wanted {
		r.progress = &progress{Monotonic: true}
		params.OnProgress = r.progress.tell
	}
	return client.Analyses.Create(ctx, params, r.options()...)
}

func createUpload(ctx context.Context, client *callanalysis.Client, r *request) (any, error) {
	params := &callanalysis.UploadsCreateParams{Length: r.number("length"), FileName: r.text("file_name")}
	return client.Uploads.Create(ctx, params, r.options()...)
}

func getUpload(ctx context.Context, client *callanalysis.Client, r *request) (any, error) {
	return client.Uploads.Get(ctx, r.text("id"))
}

func sendUpload(ctx context.Context, client *callanalysis.Client, r *request) (any, error) {
	r.progress = &progress{Monotonic: true}
	params := &callanalysis.UploadsSendParams{File: r.text("file"), OnProgress: r.progress.tell}
	return client.Uploads.Send(ctx, r.text("id"), params)
}

func deleteUpload(ctx context.Context, client *callanalysis.Client, r *request) (any, error) {
	return nil, client.Uploads.Delete(ctx, r.text("id"))
}

type toldEvent struct {
	Event string `json:"event"`
	Data  any    `json:"data"`
}

func events(ctx context.Context, client *callanalysis.Client, r *request) (any, error) {
	params := &callanalysis.AnalysesEventsParams{LastEventID: r.text("last_event_id")}
	stream := client.Analyses.Events(ctx, r.text("id"), params)
	defer stream.Close()
	told := []toldEvent{}
	for stream.Next() {
		event := toldEvent{Event: stream.Current().Event, Data: string(stream.Current().Data)}
		if json.Valid(stream.Current().Data) {
			event.Data = stream.Current().Data
		}
		if progress := stream.Current().Progress; progress != nil {
			event.Data = progress
		}
		if analysis := stream.Current().Analysis; analysis != nil {
			event.Data = analysis
		}
		told = append(told, event)
	}
	return told, stream.Err()
}

func waitForCompletion(ctx context.Context, client *callanalysis.Client, r *request) (any, error) {
	return client.Analyses.WaitForCompletion(ctx, r.text("id"), &callanalysis.WaitParams{
		Timeout: milliseconds(r.number("timeout_ms")),
	})
}

func waitForCorrection(ctx context.Context, client *callanalysis.Client, r *request) (any, error) {
	return client.Analyses.WaitForCorrection(ctx, r.text("id"), r.text("correction_id"))
}

func (r *request) verifyWebhook() (any, error) {
	body, err := base64.StdEncoding.DecodeString(r.text("body_base64"))
	if err != nil {
		return nil, err
	}
	var given map[string]string
	if err := json.Unmarshal(r.Args["headers"], &given); err != nil {
		return nil, err
	}
	header := http.Header{}
	for name, value := range given {
		header[name] = []string{value}
	}
	options := callanalysis.VerifyOptions{Tolerance: time.Duration(r.number("tolerance_s")) * time.Second}
	if json.Unmarshal(r.Args["secret"], &options.Secrets) != nil {
		options.Secrets = []string{r.text("secret")}
	}
	if now := r.number("now"); now != 0 {
		options.Now = time.Unix(now, 0)
	}
	return callanalysis.VerifyWebhookWithOptions(body, header, options)
}

package callanalysis

import (
	"context"
	"net/http"
)

// Create submits a call: a recording (File, Reader or Open), a link to one (URL), an upload (UploadID), or a scenario of the sandbox
// alone. The recording is sent as it is read, never held in memory. The answer comes when the recording is stored; the analysis is then
// still running, see [AnalysesService.WaitForCompletion]. A File that is larger than Options.ResumableAbove goes in parts: after a cut it
// goes on where it was; a context that the caller cancels deletes what was sent. POST /analysis and POST /analysis/from-url.
func (s *AnalysesService) Create(
	ctx context.Context, params *AnalysesCreateParams, options ...RequestOption,
) (*Analysis, error) {
	request, err := createCall(params)
	if err != nil {
		return nil, err
	}
	if request.upload != nil {
		recording := partsOf(params)
		if recording != nil && recording.size > s.client.resumable {
			return s.createInParts(ctx, params, recording, options)
		}
	}
	request.options = options
	return fetch[Analysis](ctx, s.client, request)
}

func (s *AnalysesService) createInParts(
	ctx context.Context, params *AnalysesCreateParams, recording *parts, options []RequestOption,
) (*Analysis, error) {
	if ctx == nil {
		return nil, argumentError("The context is nil.", nil)
	}
	sending := &sending{client: s.client, recording: recording, onProgress: params.OnProgress, told: -1}
	upload, failure := sending.whole(ctx, options)
	if failure != nil {
		return nil, failure
	}
	analysis, err := fetch[Analysis](ctx, s.client, uploadedCall(params, upload.ID, options))
	if err != nil {
		return nil, sending.left(upload.ID, asError(err))
	}
	return analysis, nil
}

func createCall(params *AnalysesCreateParams) (*call, error) {
	if params == nil {
		return nil, argumentError("There are no parameters.", nil)
	}
	sources := 0
	for _, given := range []bool{params.File != "", params.Reader != nil, params.Open != nil, params.URL != "", params.UploadID != ""} {
		if given {
			sources++
		}
	}
	switch {
	case sources > 1:
		return nil, argumentError("Give one of File, Reader, Open, URL and UploadID.", nil)
	case sources == 0 && params.Scenario == "":
		return nil, argumentError("Give the recording as File, Reader, Open, URL or UploadID, or a Scenario.", nil)
	case params.UploadID != "":
		return uploadedCall(params, params.UploadID, nil), nil
	case sources == 0 || params.URL != "":
		return fromURLCall(params), nil
	}
	fields, err := fieldsOf(params)
	if err != nil {
		return nil, err
	}
	made, err := newUpload(fields, params)
	if err != nil {
		return nil, err
	}
	return &call{method: http.MethodPost, path: "/analysis", upload: made}, nil
}

func uploadedCall(params *AnalysesCreateParams, uploadID string, options []RequestOption) *call {
	members := map[string]any{"upload_id": uploadID}
	for _, name := range params.NullFields {
		members[name] = nil
	}
	return &call{method: http.MethodPost, path: "/analysis", body: bodyWith{params, members}, options: options}
}

func fromURLCall(params *AnalysesCreateParams) *call {
	body := withNulls(params, params.NullFields)
	if params.URL != "" {
		members := map[string]any{"audio_url": params.URL}
		for _, name := range params.NullFields {
			members[name] = nil
		}
		body = bodyWith{params, members}
	}
	return &call{method: http.MethodPost, path: "/analysis/from-url", body: body}
}

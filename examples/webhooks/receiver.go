// A webhook receiver with Go, without dependencies: WEBHOOK_SECRETS=whsec_… go run receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// region verify
var signature = regexp.MustCompile(`^t=([0-9]{1,12}),v1=([0-9a-f]{64})$`)

// isGenuine reports whether the service signed these bytes recently. Pass two secrets during a rotation.
func isGenuine(rawBody []byte, header string, secrets []string, now time.Time) bool {
	found := signature.FindStringSubmatch(header)
	if found == nil {
		return false
	}
	seconds, _ := strconv.ParseInt(found[1], 10, 64)
	v1, _ := hex.DecodeString(found[2])
	isSigned := false
	for _, secret := range secrets {
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(found[1] + "."))
		mac.Write(rawBody)
		isSigned = hmac.Equal(mac.Sum(nil), v1) || isSigned
	}
	apart := now.Unix() - seconds
	return isSigned && -300 <= apart && apart <= 300
}

// endregion

func main() {
	secrets := strings.Split(os.Getenv("WEBHOOK_SECRETS"), ",")
	var seen sync.Map // in production, a table with the body under a unique key
	http.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
		rawBody, err := io.ReadAll(request.Body)
		if err != nil || !isGenuine(rawBody, request.Header.Get("Service-Signature"), secrets, time.Now()) {
			response.WriteHeader(http.StatusUnauthorized)
			return
		}
		eventID := request.Header.Get("Service-Event-Id")
		if _, isKnown := seen.LoadOrStore(eventID, true); !isKnown {
			fmt.Println("new", eventID)
		}
		response.WriteHeader(http.StatusNoContent)
	})
	port := os.Getenv("PORT")
	if port == "" {
		port = "3000"
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		panic(err)
	}
	fmt.Println("listening")
	panic(http.Serve(listener, nil))
}
